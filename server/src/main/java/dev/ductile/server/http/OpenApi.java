package dev.ductile.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.Problem;
import java.util.Locale;
import java.util.Map;

/** The OpenAPI 3.1 document of a route table. */
public final class OpenApi {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Schemas schemas = new Schemas();

  private OpenApi() {}

  public static ObjectNode document(RouteTable table, String version) {
    return new OpenApi().write(table, version);
  }

  private ObjectNode write(RouteTable table, String version) {
    ObjectNode document = NODES.objectNode().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Ductile")
        .put("description", "The REST interface of the Ductile service.")
        .put("version", version);
    ObjectNode paths = document.putObject("paths");
    for (Route route : table.routes()) {
      ObjectNode path = paths.withObjectProperty(route.path());
      path.set(route.method().name().toLowerCase(Locale.ROOT), operation(route));
    }
    ObjectNode components = document.putObject("components");
    problem(components.putObject("responses").putObject("Problem"));
    components.set("schemas", schemas.all());
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
    return document;
  }

  private ObjectNode operation(Route route) {
    ObjectNode operation = NODES.objectNode();
    operation.put("operationId", identifier(route)).put("summary", route.summary());
    if (!route.parameters().isEmpty()) {
      var parameters = operation.putArray("parameters");
      route.parameters().forEach(parameter -> parameters.add(parameter(parameter)));
    }
    body(route.body(), operation);
    ObjectNode responses = operation.putObject("responses");
    answer(route, responses.putObject(Integer.toString(route.status())));
    responses.putObject("default").put("$ref", "#/components/responses/Problem");
    security(route, operation);
    return operation;
  }

  private static void security(Route route, ObjectNode operation) {
    var security = operation.putArray("security");
    route
        .permission()
        .least()
        .ifPresent(role -> {
          security.addObject().putArray("token").add(role.word());
          operation.put("x-least-role", role.word());
        });
  }

  private static ObjectNode parameter(Parameter parameter) {
    ObjectNode node = NODES.objectNode();
    node.put("name", parameter.name())
        .put("in", parameter.isInPath() ? "path" : "query")
        .put("required", parameter.isInPath())
        .put("description", parameter.summary())
        .set("schema", parameter.type().schema());
    return node;
  }

  private void body(Body body, ObjectNode operation) {
    if (body.accepted().isEmpty()) {
      return;
    }
    ObjectNode request = operation.putObject("requestBody").put("required", true);
    ObjectNode content = request.putObject("content");
    for (String mediaType : body.accepted()) {
      content.putObject(mediaType).set("schema", schema(body));
    }
  }

  private ObjectNode schema(Body body) {
    return switch (body) {
      case Body.None none -> NODES.objectNode();
      case Body.Document document -> schemas.of(document.type());
      case Body.Text text -> string().put("maxLength", text.mostBytes());
    };
  }

  private void answer(Route route, ObjectNode response) {
    response.put("description", route.status() == 204 ? "Done" : "The answer");
    switch (route.answer()) {
      case Answer.Document document -> json(response, schemas.of(document.type()));
      case Answer.Either either -> json(response, either(either));
      case Answer.Page page -> json(response, schemas.of(ListPage.class, page.item()));
      case Answer.AnyJson any -> json(response, NODES.objectNode());
      case Answer.Text text -> content(response, text.mediaType(), string());
      case Answer.Events events -> content(response, "text/event-stream", events(events));
      case Answer.Nothing nothing -> {}
    }
  }

  private ObjectNode either(Answer.Either either) {
    ObjectNode schema = NODES.objectNode();
    schema.putArray("anyOf").add(schemas.of(either.first())).add(schemas.of(either.second()));
    return schema;
  }

  /**
   * The extension names the record of each event; the text of a stream has no schema in OpenAPI.
   */
  private ObjectNode events(Answer.Events events) {
    ObjectNode schema = string();
    ObjectNode records = schema.putObject("x-events");
    events.records().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> records.set(entry.getKey(), schemas.of(entry.getValue())));
    return schema;
  }

  private void problem(ObjectNode response) {
    response.put("description", "A problem, in the form of RFC 9457");
    content(response, "application/problem+json", schemas.of(Problem.class));
  }

  private static void json(ObjectNode response, ObjectNode schema) {
    content(response, "application/json", schema);
  }

  private static void content(ObjectNode response, String mediaType, ObjectNode schema) {
    response.putObject("content").putObject(mediaType).set("schema", schema);
  }

  private static ObjectNode string() {
    return NODES.objectNode().put("type", "string");
  }

  private static String identifier(Route route) {
    String path =
        route.path().replace("/api/v1", "").replaceAll("[^A-Za-z0-9]+", "-").replaceAll("-$", "");
    return route.method().name().toLowerCase(Locale.ROOT) + path;
  }
}
