package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func create(key string) (*http.Response, error) {
	body := strings.NewReader(`{"type": "PF", "reference": "sandbox:approve"}`)
	request, err := http.NewRequest("POST", os.Getenv("BASE_URL")+"/cases", body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	return http.DefaultClient.Do(request)
}

// Whether the request may be sent again: of the three kinds of 409, only that of a key in use passes.
func passes(status int, body []byte) bool {
	if status == http.StatusConflict {
		var problem struct{ Type string }
		err := json.Unmarshal(body, &problem)
		return err == nil && strings.HasSuffix(problem.Type, "/problems/idempotency-key-in-use")
	}
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

func main() {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	key := fmt.Sprintf("%x", bytes) // One for all attempts.

	for attempt := 1; ; attempt++ {
		response, err := create(key)
		if err != nil {
			log.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			log.Fatal(err)
		}
		if response.StatusCode == http.StatusCreated {
			var created struct{ ID string }
			if err := json.Unmarshal(body, &created); err != nil {
				log.Fatal(err)
			}
			fmt.Println(created.ID)
			return
		}
		if attempt == 4 || !passes(response.StatusCode, body) {
			log.Fatal(response.Status)
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}
