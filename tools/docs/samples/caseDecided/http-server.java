import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Receiver {
    static final byte[] SECRET = Base64.getDecoder().decode(setting("WEBHOOK_SECRET", "").replaceFirst("^whsec_", ""));
    static final Set<String> SEEN = ConcurrentHashMap.newKeySet(); // In production a table that outlives a restart.

    static boolean isGenuine(HttpExchange exchange, byte[] body) throws Exception {
        var timestamp = header(exchange, "webhook-timestamp");
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;

        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        mac.update((header(exchange, "webhook-id") + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
        for (var signature : header(exchange, "webhook-signature").split(" "))
            if (MessageDigest.isEqual(expected, signature.getBytes())) return true;
        return false;
    }

    static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    static int take(HttpExchange exchange) throws Exception {
        var body = exchange.getRequestBody().readNBytes(1_048_577); // The bytes as they arrived, before they are parsed.
        if (body.length > 1_048_576) return 413;
        if (!isGenuine(exchange, body)) return 401;

        // A JSON library reads the event in production.
        var text = new String(body, StandardCharsets.UTF_8);
        // The same event may arrive again, and new types may be added.
        var isNew = !SEEN.contains(header(exchange, "webhook-id"));
        if (isNew && find("type", text).equals("case.decided"))
            System.out.println(find("id", text) + " " + find("status", text));
        SEEN.add(header(exchange, "webhook-id")); // Not before it is processed: an error there must lose no event.
        return 204;
    }

    static String setting(String name, String otherwise) {
        return Optional.ofNullable(System.getenv(name)).orElse(otherwise);
    }

    static String find(String property, String text) {
        var matcher = Pattern.compile("\"" + property + "\" *: *\"([^\"]+)\"").matcher(text);
        if (!matcher.find()) throw new IllegalArgumentException("no property " + property);
        return matcher.group(1);
    }

    public static void main(String[] arguments) throws IOException {
        if (SECRET.length == 0) throw new IllegalStateException("Set WEBHOOK_SECRET to whsec_…");
        var port = Integer.parseInt(setting("PORT", "4020"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            int status;
            try {
                status = take(exchange);
            } catch (Exception failure) {
                status = 500; // After any other status than 2xx, the service sends the event again, so an error here loses none.
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        System.out.println("port: " + server.getAddress().getPort());
    }
}
