package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var secret []byte
var seen sync.Map // In production a table that outlives a restart.

func isGenuine(header http.Header, body []byte) bool {
	timestamp, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if age := time.Since(time.Unix(timestamp, 0)).Abs(); err != nil || age > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%d.", header.Get("webhook-id"), timestamp)
	mac.Write(body)
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if strings.HasPrefix(signature, "v1,") && err == nil && hmac.Equal(given, mac.Sum(nil)) {
			return true
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	// The bytes as they arrived, before they are parsed.
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isGenuine(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event struct {
		Type string
		Data struct{ ID, Status string }
	}
	if json.Unmarshal(body, &event) != nil {
		response.WriteHeader(http.StatusInternalServerError)
		return
	}
	// The same event may arrive again, and new types may be added.
	_, again := seen.Load(request.Header.Get("webhook-id"))
	if !again && event.Type == "case.decided" {
		fmt.Println(event.Data.ID, event.Data.Status)
	}
	seen.Store(request.Header.Get("webhook-id"), true) // Not before it is processed: an error there must lose no event.
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	var err error
	secret, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(secret) == 0 {
		log.Fatal("Set WEBHOOK_SECRET to whsec_…")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4020"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("port:", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
