import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import java.util.regex.Pattern;

class RepeatCreate {
    // Read the type with the JSON library of your choice; the pattern keeps this sample free of one.
    static final Pattern IN_USE = Pattern.compile("\"type\"\\s*:\\s*\"[^\"]*/problems/idempotency-key-in-use\"");

    /** Whether the request may be sent again: of the three kinds of 409, only that of a key in use passes. */
    static boolean passes(HttpResponse<String> response) {
        return switch (response.statusCode()) {
            case 429, 503 -> true;
            case 409 -> IN_USE.matcher(response.body()).find();
            default -> false;
        };
    }

    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("BASE_URL") + "/cases"))
            .header("Authorization", "Bearer " + System.getenv("API_KEY"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString()) // One for all attempts.
            .POST(HttpRequest.BodyPublishers.ofString("""
                {"type": "PF", "reference": "sandbox:approve"}"""))
            .build();

        var client = HttpClient.newHttpClient();
        for (var attempt = 1; ; attempt++) {
            var response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() == 201) {
                System.out.println(response.body());
                return;
            }
            if (attempt == 4 || !passes(response)) throw new IllegalStateException(response.body());
            Thread.sleep(1000 * response.headers().firstValueAsLong("Retry-After").orElse(1));
        }
    }
}
