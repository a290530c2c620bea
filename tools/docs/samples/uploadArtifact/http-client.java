import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.UUID;

class UploadArtifact {
    public static void main(String[] arguments) throws Exception {
        var boundary = UUID.randomUUID().toString();
        var head = """
            --%1$s\r
            Content-Disposition: form-data; name="kind"\r
            \r
            ID_FRONT\r
            --%1$s\r
            Content-Disposition: form-data; name="file"; filename="id-front.jpg"\r
            Content-Type: image/jpeg\r
            \r
            """.formatted(boundary);
        var body = BodyPublishers.concat(
            BodyPublishers.ofString(head),
            BodyPublishers.ofFile(Path.of("id-front.jpg")),
            BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));

        var path = "/cases/" + System.getenv("CASE_ID") + "/artifacts";
        var request = HttpRequest.newBuilder(URI.create(System.getenv("BASE_URL") + path))
            .header("Authorization", "Bearer " + System.getenv("API_KEY"))
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(body)
            .build();

        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 201) throw new IllegalStateException(response.body());
        System.out.println(response.body());
    }
}
