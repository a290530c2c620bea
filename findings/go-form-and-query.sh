#!/usr/bin/env bash
# Go 1.19.8: a form is rejected because of a semicolon in the query.
# Expected: FormFile returns the file of the form, whatever the query is; RFC 3986 allows a semicolon there.
# Seen: "invalid semicolon separator in query". FormFile reads the query first. It reads the form all the same, so that a
# second call returns the file. `http.AllowQuerySemicolons` avoids it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2
for package in *.deb; do dpkg-deb -x "$package" .; done

cat > try.go <<'END'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

const form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nx\r\n--b--\r\n"

func handle(_ http.ResponseWriter, request *http.Request) {
	for i := 0; i < 2; i++ {
		_, file, err := request.FormFile("file")
		fmt.Println(file != nil, err)
	}
}

func main() {
	for _, handler := range []http.Handler{http.HandlerFunc(handle), http.AllowQuerySemicolons(http.HandlerFunc(handle))} {
		request := httptest.NewRequest("POST", "/?a;b", strings.NewReader(form))
		request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		handler.ServeHTTP(httptest.NewRecorder(), request)
	}
}
END
export GOROOT=$folder/usr/lib/go-1.19 GOCACHE=$folder/cache GO111MODULE=off CGO_ENABLED=0
expected='false invalid semicolon separator in query
true <nil>
true <nil>
true <nil>'
seen=$("$GOROOT/bin/go" run try.go 2> log | grep -v '^20')
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
