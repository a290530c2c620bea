import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

class GetCase {
    public static void main(String[] arguments) throws Exception {
        var path = "/cases/" + System.getenv("CASE_ID");
        var request = HttpRequest.newBuilder(URI.create(System.getenv("BASE_URL") + path))
            .header("Authorization", "Bearer " + System.getenv("API_KEY"))
            .build();

        var client = HttpClient.newHttpClient();
        for (var wait = 2000L; ; wait = Math.min(wait * 2, 60_000)) {
            var response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) throw new IllegalStateException(response.body());
            // Read it with the JSON library of your choice; the pattern keeps this sample free of one.
            if (!Pattern.compile("\"status\"\\s*:\\s*\"PENDING\"").matcher(response.body()).find()) {
                System.out.println(response.body());
                return;
            }
            Thread.sleep(wait);
        }
    }
}
