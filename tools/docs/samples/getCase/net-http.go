package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

type Case struct {
	Status  string   `json:"status"`
	Score   int      `json:"score"`
	Reasons []string `json:"reasons"`
}

func read() (found Case, err error) {
	url := os.Getenv("BASE_URL") + "/cases/" + os.Getenv("CASE_ID")
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return found, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return found, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return found, fmt.Errorf("responded with %s", response.Status)
	}
	return found, json.NewDecoder(response.Body).Decode(&found)
}

func main() {
	for wait := 2 * time.Second; ; {
		found, err := read()
		if err != nil {
			log.Fatal(err)
		}
		if found.Status != "PENDING" {
			fmt.Println(found.Status, found.Score, found.Reasons)
			return
		}
		time.Sleep(wait)
		if wait < time.Minute {
			wait *= 2
		}
	}
}
