#!/usr/bin/env bash
# Jetty 9.4.57: a request header is read as that of the request before if only its letter case differs.
# Expected: each request has the header that it was sent with.
# Seen: the second of two requests on a connection has the User-Agent of the first. The parser keeps headers that it knows for a
# connection, and looks them up without letter case, names and values. `setHeaderCacheSize(0)` turns it off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq libjetty9-java=9.4.57-1.1~deb12u1 libservlet-api-java=4.0.1-2
for package in *.deb; do dpkg-deb -x "$package" .; done

cat > Try.java <<'END'
import java.io.*;
import java.net.Socket;
import javax.servlet.http.*;
import org.eclipse.jetty.server.*;
import org.eclipse.jetty.server.handler.AbstractHandler;

public class Try {
  public static void main(String[] arguments) throws Exception {
    for (int size : new int[] {new HttpConfiguration().getHeaderCacheSize(), 0}) {
      HttpConfiguration configuration = new HttpConfiguration();
      configuration.setHeaderCacheSize(size);
      Server server = new Server();
      ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
      connector.setHost("127.0.0.1");
      server.addConnector(connector);
      server.setHandler(new AbstractHandler() {
        public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response) throws IOException {
          base.setHandled(true);
          response.getOutputStream().print(request.getHeader("User-Agent") + " " + request.getHeader("X-Note"));
        }
      });
      server.start();
      try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
        String request = "GET / HTTP/1.1\r\nHost: a\r\n";
        String first = request + "User-Agent: Probe/a\r\nX-Note: a\r\n\r\n";
        String second = request + "User-Agent: Probe/A\r\nX-Note: A\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write((first + second).getBytes());
        new BufferedReader(new InputStreamReader(socket.getInputStream())).lines()
            .map(line -> line.replaceFirst("HTTP/1.1.*", "")).filter(line -> line.startsWith("Probe")).forEach(System.out::println);
      }
      server.stop();
    }
  }
}
END
jars=$(find usr/share/java -name '*.jar' | tr '\n' ':')
javac -nowarn -cp "$jars" Try.java
expected='Probe/a a
Probe/a A
Probe/a a
Probe/A A'
seen=$(java -cp "$jars:." Try 2> log)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
