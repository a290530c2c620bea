package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
)

func main() {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	content, err := os.ReadFile("id-front.jpg")
	if err != nil {
		log.Fatal(err)
	}

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("kind", "ID_FRONT")
	// The part says application/octet-stream; the service looks at the bytes.
	file, _ := form.CreateFormFile("file", "id-front.jpg")
	file.Write(content)
	form.Close()

	url := os.Getenv("BASE_URL") + "/cases/" + os.Getenv("CASE_ID") + "/artifacts"
	request, err := http.NewRequest("POST", url, &body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		log.Fatal(response.Status)
	}

	var artifact struct {
		SHA256 string `json:"sha256"`
	}
	if err := json.NewDecoder(response.Body).Decode(&artifact); err != nil {
		log.Fatal(err)
	}
	fmt.Println(artifact.SHA256)
}
