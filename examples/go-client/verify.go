// Verifies one person or company with nothing but the standard library of Go.
//
// `idv-conformance client -- go run verify.go` runs it: it opens a case, uploads a file, waits for the decision, and prints it
// in its last line.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type foundCase struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

var (
	baseURL = os.Getenv("IDV_BASE_URL")
	apiKey  = os.Getenv("IDV_API_KEY")
	client  = &http.Client{Timeout: 60 * time.Second}
)

const mostAttempts = 4

// Whether the same request may succeed later: nothing was done, or a gateway failed and the key makes a repetition safe.
func passes(status int, body []byte) bool {
	switch status {
	case 408, 429, 500, 502, 503, 504:
		return true
	case 409:
		// Of the three conflicts of the contract, only this one passes.
		var problem struct{ Type string }
		return json.Unmarshal(body, &problem) == nil && strings.HasSuffix(problem.Type, "/problems/idempotency-key-in-use")
	}
	return false
}

// Sends a request, and sends it again where this is safe. The key is the same for all attempts: the service then opens one
// case, whatever is lost.
func send(method, path, mediaType string, body []byte, found any) error {
	key := randomText()
	pause := time.Second
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest(method, baseURL+path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+apiKey)
		if method == http.MethodPost {
			request.Header.Set("Content-Type", mediaType)
			request.Header.Set("Idempotency-Key", key)
		}
		status, wait, text, err := exchange(request)
		if err == nil && status < 300 {
			return json.Unmarshal(text, found)
		}
		if attempt == mostAttempts || (err == nil && !passes(status, text)) {
			return fmt.Errorf("%s %s: %d %s %v", method, path, status, text, err)
		}
		if wait < pause {
			wait = pause
		}
		time.Sleep(wait)
		pause *= 2
	}
}

// Returns the status, the time of Retry-After and the body; an error if no response arrived, or a part of one.
func exchange(request *http.Request) (int, time.Duration, []byte, error) {
	response, err := client.Do(request)
	if err != nil {
		return 0, 0, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return response.StatusCode, time.Duration(seconds) * time.Second, text, err
}

// A form with both parts. Its boundary is random: whoever chose the file must not know it.
func form(kind string, file []byte) (string, []byte, error) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	if err := writer.WriteField("kind", kind); err != nil {
		return "", nil, err
	}
	part, err := writer.CreateFormFile("file", "evidence")
	if err != nil {
		return "", nil, err
	}
	if _, err := part.Write(file); err != nil {
		return "", nil, err
	}
	if err := writer.Close(); err != nil {
		return "", nil, err
	}
	return writer.FormDataContentType(), body.Bytes(), nil
}

// The time of an event may differ by so much from this clock.
const tolerance = 5 * time.Minute

// Whether one signature of the event fits, and its time too (Standard Webhooks).
func isGenuine(header http.Header, body []byte) bool {
	moment := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(moment, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("IDV_WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", header.Get("webhook-id"), moment, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, entry := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(entry)) {
			return true
		}
	}
	return false
}

// Sends each decision to the channel. Each event is verified before it is acknowledged; types and cases that this program does
// not know are acknowledged too, and so is a copy.
func receive(decisions chan<- foundCase) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		var event struct {
			Type string    `json:"type"`
			Data foundCase `json:"data"`
		}
		if err != nil || !isGenuine(request.Header, body) || json.Unmarshal(body, &event) != nil {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		response.WriteHeader(http.StatusNoContent)
		if flusher, ok := response.(http.Flusher); ok {
			flusher.Flush()
		}
		if event.Type == "case.decided" {
			decisions <- event.Data
		}
	}
}

func verify(task, path string, decisions <-chan foundCase) (string, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	caseType, kind := "PF", "PASSPORT"
	if task == "company" {
		caseType, kind = "PM", "INCORPORATION_DEED"
	}
	created, err := json.Marshal(map[string]string{"type": caseType, "reference": "order-" + randomText()})
	if err != nil {
		return "", err
	}
	var found foundCase
	if err := send(http.MethodPost, "/cases", "application/json", created, &found); err != nil {
		return "", err
	}
	mediaType, body, err := form(kind, file)
	if err != nil {
		return "", err
	}
	var artifact struct{}
	if err := send(http.MethodPost, "/cases/"+found.ID+"/artifacts", mediaType, body, &artifact); err != nil {
		return "", err
	}
	for pause := 2050 * time.Millisecond; ; pause = pause * 3 / 2 {
		if err := send(http.MethodGet, "/cases/"+found.ID, "", nil, &found); err != nil {
			return "", err
		}
		if found.Status != "PENDING" {
			return found.Status, nil
		}
		// An event may be late, and reads find the decision too.
		if status := decided(found.ID, pause, decisions); status != "" {
			return status, nil
		}
	}
}

// Waits until an event says that the case is decided. Returns its status, or nothing when the time is over.
func decided(id string, pause time.Duration, decisions <-chan foundCase) string {
	over := time.After(pause)
	for {
		select {
		case other := <-decisions:
			if other.ID == id {
				return other.Status
			}
		case <-over:
			return ""
		}
	}
}

func randomText() string {
	text := make([]byte, 16)
	if _, err := rand.Read(text); err != nil {
		panic(err)
	}
	return hex.EncodeToString(text)
}

func main() {
	decisions := make(chan foundCase, 16)
	// It listens before it opens the case: the event may come before the response to the upload.
	if listen := os.Getenv("IDV_WEBHOOK_LISTEN"); listen != "" {
		go func() {
			fmt.Fprintln(os.Stderr, http.ListenAndServe(listen, receive(decisions)))
			os.Exit(1)
		}()
	}
	status, err := verify(os.Getenv("IDV_TASK"), os.Getenv("IDV_TASK_FILE"), decisions)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(status)
}
