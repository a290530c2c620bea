#!/usr/bin/env bash
# tiny_http 0.12.0 (Rust): the body of a request with `Upgrade` does not end.
# Expected: the reader of a request ends after `Content-Length` bytes. Java's HttpClient sends `Upgrade: h2c` by default, and a
# server may ignore it (RFC 9110 §7.8).
# Seen: the reader waits for the end of the connection, so that the client waits for ever; `body_length()` has the right number.
# Needs cargo.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq librust-tiny-http-dev=0.12.0-1 librust-ascii-dev=1.0.0-1 librust-chunked-transfer-dev=1.4.0-1+b1 \
  librust-httpdate-dev=1.0.2-1 librust-log-dev=0.4.17-3 librust-cfg-if-dev=1.0.0-1
for package in *.deb; do dpkg-deb -x "$package" .; done

mkdir -p try/src try/.cargo
cat > try/.cargo/config.toml <<END
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "$folder/usr/share/cargo/registry"
END
cat > try/Cargo.toml <<'END'
[package]
name = "try"
version = "0.0.0"
edition = "2021"
[dependencies]
tiny_http = { version = "=0.12.0", default-features = false }
END
cat > try/src/main.rs <<'END'
use std::{io::{Read, Write}, net::TcpStream, time::Duration};

fn main() {
    let server = tiny_http::Server::http("127.0.0.1:0").unwrap();
    let address = server.server_addr().to_ip().unwrap();
    for header in ["X-Other: h2c\r\n", "Connection: Upgrade\r\nUpgrade: h2c\r\n"] {
        let mut client = TcpStream::connect(address).unwrap();
        write!(client, "POST / HTTP/1.1\r\nHost: a\r\n{header}Content-Length: 2\r\n\r\nok").unwrap();
        let mut request = server.recv().unwrap();
        let length = request.body_length();
        let reader = std::thread::spawn(move || {
            let mut body = String::new();
            request.as_reader().read_to_string(&mut body).unwrap();
            body
        });
        std::thread::sleep(Duration::from_secs(2));
        println!("{length:?} {}", if reader.is_finished() { "ended" } else { "waits" });
        drop(client);
        println!("{:?}", reader.join().unwrap());
    }
}
END
(cd try && CARGO_HOME=$folder/cargo cargo build --quiet --offline 2> ../log) || { cat log >&2; exit 1; }
expected='Some(2) ended
"ok"
Some(2) waits
"ok"'
seen=$(try/target/debug/try)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
