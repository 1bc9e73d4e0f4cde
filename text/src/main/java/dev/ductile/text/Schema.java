package dev.ductile.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Generates the JSON schema of the documents that a {@link Binder} reads: an object for each
 * record, a property for each key, and a definition for each type that is used.
 */
public final class Schema {
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

  /** Names that are qualified by the enclosing type. */
  private static final Set<String> PARTS = Set.of("parameters", "settings", "point");

  private final Map<Class<?>, Shape> shapes;
  private final Map<Class<?>, Record> defaults;
  private final Descriptions descriptions;
  private final Map<Class<?>, String> names = new HashMap<>();
  private final SortedMap<String, ObjectNode> definitions = new TreeMap<>();

  /** The schema of a type that has a {@link TypeReader}. */
  @FunctionalInterface
  public interface Shape {
    ObjectNode in(Schema schema);
  }

  /**
   * @param shapes schemas of the types that are not groups of keys
   * @param defaults the binder's records of defaults
   */
  public Schema(
      Map<Class<?>, Shape> shapes, List<? extends Record> defaults, Descriptions descriptions) {
    this.shapes = Map.copyOf(shapes);
    this.defaults =
        defaults.stream().collect(Collectors.toUnmodifiableMap(Record::getClass, one -> one));
    this.descriptions = descriptions;
  }

  /** The schema of a whole document. */
  public ObjectNode document(String title, Class<? extends Record> root) {
    ObjectNode document = object().put("$schema", DRAFT).put("title", title);
    document.setAll(described(root));
    if (!definitions.isEmpty()) {
      ObjectNode all = document.putObject("$defs");
      definitions.forEach(all::set);
    }
    return document;
  }

  /** A reference to the definition of a type. */
  public ObjectNode reference(Class<?> type) {
    String known = names.get(type);
    return object().put("$ref", "#/$defs/" + (known == null ? defined(type) : known));
  }

  /** A group of keys without a description. */
  public ObjectNode group(Class<? extends Record> type) {
    return group(type, Optional.ofNullable(defaults.get(type)));
  }

  /** A group of keys, each of which may be absent. */
  public ObjectNode group(Record standard) {
    return group(standard.getClass(), Optional.of(standard));
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private String defined(Class<?> type) {
    String name = name(type);
    names.put(type, name);
    ObjectNode definition = definition(type);
    definitions.put(name, definition);
    return name;
  }

  private ObjectNode definition(Class<?> type) {
    Optional<Shape> shape = Optional.ofNullable(shapes.get(type)).or(() -> ScalarSchema.of(type));
    if (shape.isPresent()) {
      return shape.get().in(this);
    }
    if (!type.isRecord()) {
      throw new IllegalStateException("no schema for " + type);
    }
    return described(type.asSubclass(Record.class));
  }

  private ObjectNode described(Class<? extends Record> type) {
    ObjectNode described = object();
    descriptions.of(type).ifPresent(sentence -> described.put("description", sentence));
    described.setAll(group(type));
    return described;
  }

  /** The simple name of the type, after that of the enclosing type if the name is taken. */
  private String name(Class<?> type) {
    String own = written(type.getSimpleName());
    Class<?> around = type.getEnclosingClass();
    String name =
        around != null && (PARTS.contains(own) || names.containsValue(own))
            ? written(around.getSimpleName()) + type.getSimpleName()
            : own;
    if (names.containsValue(name)) {
      throw new IllegalStateException("two types are named %s; one is %s".formatted(name, type));
    }
    return name;
  }

  private static String written(String type) {
    String name = type.endsWith("Entry") ? type.substring(0, type.length() - 5) : type;
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private ObjectNode group(Class<? extends Record> type, Optional<? extends Record> standard) {
    ObjectNode group = object().put("type", "object");
    group.putObject("properties");
    fill(group, type, standard.map(Binder::write).orElse(Map.of()), standard.isPresent());
    group.put("additionalProperties", false);
    return group;
  }

  private void fill(
      ObjectNode group, Class<?> type, Map<String, JsonNode> standard, boolean areOptional) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.isAnnotationPresent(Inline.class)) {
        fill(group, component.getType(), standard, areOptional);
      } else {
        group
            .withObject("/properties")
            .set(component.getName(), property(type, component, standard));
        if (!areOptional && !SchemaValue.isOptional(component.getType())) {
          group.withArray("/required").add(component.getName());
        }
        needs(group, component);
      }
    }
    choice(group, type);
  }

  private ObjectNode property(
      Class<?> type, RecordComponent component, Map<String, JsonNode> standard) {
    ObjectNode property = object();
    descriptions
        .of(type, component.getName())
        .ifPresent(sentence -> property.put("description", sentence));
    property.setAll(new SchemaValue(this).of(component.getAnnotatedType()));
    JsonNode value = standard.get(component.getName());
    if (value != null && !value.isNull()) {
      property.set("default", value);
    }
    return property;
  }

  private static void needs(ObjectNode group, RecordComponent component) {
    RequiresKeys needs = component.getAnnotation(RequiresKeys.class);
    if (needs != null) {
      var others = group.withObject("/dependentRequired").putArray(component.getName());
      List.of(needs.value()).forEach(others::add);
    }
  }

  private static void choice(ObjectNode group, Class<?> type) {
    ExactlyOne one = type.getAnnotation(ExactlyOne.class);
    if (one != null) {
      choice(group.putArray("oneOf"), one.value());
    }
    AtLeastOne some = type.getAnnotation(AtLeastOne.class);
    if (some != null) {
      choice(group.putArray("anyOf"), some.value());
    }
  }

  private static void choice(ArrayNode ways, String[] keys) {
    List.of(keys).forEach(key -> ways.addObject().putArray("required").add(key));
  }
}
