package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.rest.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  @Test
  void theDocumentDescribesParametersBodiesAndAnswers() throws IOException {
    try (TestService service = new TestService()) {
      JsonNode document = Json.MAPPER.readTree(service.get("/openapi.json", "").body());

      assertThat(document.get("openapi").asText()).isEqualTo("3.1.0");
      JsonNode scale = document.at("/paths/~1api~1v1~1jobs~1{id}~1scale/post");
      assertThat(scale.at("/parameters/0/name").asText()).isEqualTo("id");
      assertThat(scale.at("/parameters/0/required").asBoolean()).isTrue();
      assertThat(scale.at("/requestBody/content/application~1json/schema/$ref").asText())
          .isEqualTo("#/components/schemas/ScaleRequest");
      JsonNode summary = document.at("/components/schemas/JobSummary");
      assertThat(summary.at("/properties/submitted/format").asText()).isEqualTo("date-time");
      assertThat(summary.get("required").toString()).contains("\"id\"").doesNotContain("started");
      assertThat(
              document
                  .at("/components/schemas/JobSummaryListPage/properties/items/items/$ref")
                  .asText())
          .isEqualTo("#/components/schemas/JobSummary");
    }
  }

  @Test
  void everyReferenceLeadsToASchema() throws IOException {
    try (TestService service = new TestService()) {
      JsonNode document = Json.MAPPER.readTree(service.get("/openapi.json", "").body());

      for (JsonNode reference : document.findValues("$ref")) {
        assertThat(document.at(reference.asText().substring(1)).isMissingNode())
            .as(reference.asText())
            .isFalse();
      }
    }
  }
}
