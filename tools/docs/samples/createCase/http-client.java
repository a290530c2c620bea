import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

class CreateCase {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("BASE_URL") + "/cases"))
            .header("Authorization", "Bearer " + System.getenv("API_KEY"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(HttpRequest.BodyPublishers.ofString("""
                {"type": "PF", "reference": "user-48213"}"""))
            .build();

        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 201) throw new IllegalStateException(answer.body());
        System.out.println(answer.headers().firstValue("Location").orElseThrow());
    }
}
