package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SchemaTest {
  enum Colour {
    DARK_RED,
    BLUE
  }

  record Link(double speed) {}

  @AtLeastOne({"colour", "name"})
  record Rest(Optional<Colour> colour, Optional<@Matching("[a-z]{1,9}") String> name) {}

  record Standard(int count, Duration pause) {}

  @ExactlyOne({"whole", "link"})
  record All(
      @NumberBounds(least = 1, below = 9.5) OptionalInt whole,
      @RequiresKeys("link")
          Optional<@Entries(least = 1, unique = true) List<@NumberBounds(above = 0) Double>> list,
      @KeyPattern("[a-z]+") Map<String, Boolean> map,
      Optional<@ReadAs({double.class, String[].class, Map.class}) Written> either,
      Optional<Link> link,
      Optional<Standard> standard,
      @Inline Rest rest) {}

  record Outer(@ReadAs(value = All.class, partial = true) Written part) {}

  record Twice(Link one, Optional<Link> other, Other.Link third) {}

  interface Other {
    record Link(boolean on) {}
  }

  record Unknown(Thread thread) {}

  private static final Descriptions WORDS =
      new Descriptions() {
        @Override
        public Optional<String> of(Class<?> type) {
          return Optional.of("A " + type.getSimpleName() + ".");
        }

        @Override
        public Optional<String> of(Class<?> type, String component) {
          return component.equals("count") ? Optional.of("The count.") : Optional.empty();
        }
      };

  @Test
  void recordIsAnObjectWithTheKeysThatTheBinderReads() throws IOException {
    JsonNode all = schema(All.class);

    assertThat(all.path("properties").fieldNames())
        .toIterable()
        .containsExactlyElementsOf(Binder.keys(All.class));
    assertThat(all.path("additionalProperties").booleanValue()).isFalse();
    assertThat(all.path("required")).hasToString(json("['map']"));
    assertThat(all.path("description").textValue()).isEqualTo("A All.");
  }

  @Test
  void annotationsBecomeLimits() throws IOException {
    JsonNode keys = schema(All.class).path("properties");

    assertThat(keys.path("whole"))
        .hasToString(json("{'type': 'integer', 'minimum': 1, 'exclusiveMaximum': 9.5}"));
    assertThat(keys.path("list"))
        .hasToString(
            json(
                "{'type': 'array', 'items': {'type': 'number', 'exclusiveMinimum': 0}, 'minItems': 1, 'uniqueItems': true}"));
    assertThat(keys.path("map"))
        .hasToString(
            json(
                "{'type': 'object', 'propertyNames': {'pattern': '[a-z]+'}, 'additionalProperties': {'type': 'boolean'}}"));
    assertThat(keys.path("name").path("pattern").textValue()).isEqualTo("^[a-z]{1,9}$");
    assertThat(keys.path("colour")).hasToString(json("{'enum': ['dark-red', 'blue']}"));
  }

  @Test
  void groupsOfWhichOneIsPresentAndKeysThatNeedOthers() throws IOException {
    JsonNode all = schema(All.class);

    assertThat(all.path("oneOf"))
        .hasToString(json("[{'required': ['whole']}, {'required': ['link']}]"));
    assertThat(all.path("anyOf"))
        .hasToString(json("[{'required': ['colour']}, {'required': ['name']}]"));
    assertThat(all.path("dependentRequired")).hasToString(json("{'list': ['link']}"));
  }

  @Test
  void valueThatIsReadLaterHasTheSchemaOfItsTypes() throws IOException {
    JsonNode either = schema(All.class).at("/properties/either/anyOf");

    assertThat(either.get(0)).hasToString(json("{'type': 'number'}"));
    assertThat(either.get(1).path("type").textValue()).isEqualTo("array");
    assertThat(either.get(2)).hasToString(json("{'type': 'object'}"));
  }

  @Test
  void partOfAGroupNeedsNoKey() throws IOException {
    JsonNode part = schema(Outer.class).at("/properties/part");

    assertThat(part.path("properties")).hasSize(Binder.keys(All.class).size());
    assertThat(part.has("required")).isFalse();
    assertThat(part.has("oneOf")).isFalse();
    assertThat(part.has("anyOf")).isFalse();
  }

  @Test
  void recordOfDefaultsHasDefaultsAndNeedsNoKey() throws IOException {
    JsonNode standard = schema(All.class).at("/$defs/standard");

    assertThat(standard.at("/properties/count"))
        .hasToString(json("{'description': 'The count.', 'type': 'integer', 'default': 3}"));
    assertThat(standard.at("/properties/pause/default").textValue()).isEqualTo("90s");
    assertThat(standard.has("required")).isFalse();
  }

  @Test
  void eachTypeIsDefinedOnceUnderANameOfItsOwn() throws IOException {
    JsonNode twice = schema(Twice.class);

    assertThat(twice.at("/properties/one")).isEqualTo(twice.at("/properties/other"));
    assertThat(twice.path("$defs").fieldNames()).toIterable().containsExactly("link", "otherLink");
  }

  @Test
  void aTypeWithoutASchemaIsAProgrammingError() {
    assertThatIllegalStateException()
        .isThrownBy(() -> schema(Unknown.class))
        .withMessageContaining("no schema for class java.lang.Thread");
  }

  private static JsonNode schema(Class<? extends Record> type) {
    List<Record> defaults = List.of(new Standard(3, Duration.ofSeconds(90)));
    return new Schema(Map.of(), defaults, WORDS).document("Title", type);
  }

  private static String json(String text) throws IOException {
    return new ObjectMapper().readTree(text.replace('\'', '"')).toString();
  }
}
