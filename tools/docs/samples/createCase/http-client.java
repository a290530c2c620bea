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
                {"type": "PF", "reference": "sandbox:approve"}"""))
            .build();

        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 201) throw new IllegalStateException(response.body());
        var location = response.headers().firstValue("Location").orElseThrow();
        System.out.println(location.substring(location.lastIndexOf('/') + 1));
    }
}
