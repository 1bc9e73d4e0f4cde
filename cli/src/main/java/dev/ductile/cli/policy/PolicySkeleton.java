package dev.ductile.cli.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files of a new policy: its class, its service file, a test, a build and a scenario.
 *
 * @param name such as {@code shortest-first}
 */
public record PolicySkeleton(String name, Kind kind) {
  /** The script that compiles the policy, runs its test and makes its jar. */
  public static final String BUILD = "build.sh";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final int LONGEST = 64;
  private static final String SERVICE = "src/META-INF/services/dev.ductile.api.PolicyProvider";

  /** Packages whose classes the files use without their package. */
  private static final List<String> USED =
      List.of(
          "java.lang",
          "java.util",
          "java.time",
          "dev.ductile.api",
          "dev.ductile.laws",
          "dev.ductile.policies",
          "dev.ductile.policies.placements",
          "dev.ductile.policies.queueing",
          "dev.ductile.policies.sizing");

  /** The kinds of policies, by the part that their author writes. */
  public enum Kind {
    /** The whole plan. */
    plain("\"large\", 1, \"small\", 1"),
    /** The order of a queue. */
    ordering("\"small\", 2"),
    /** The sizes of jobs. */
    sizing("\"large\", 4");

    private final String expected;

    Kind(String expected) {
      this.expected = expected;
    }
  }

  public PolicySkeleton {
    if (!NAME.matcher(name).matches() || name.length() > LONGEST) {
      throw new IllegalArgumentException(
          "\"%s\" is no name of a policy; write words of small letters and digits, such as shortest-first"
              .formatted(name.length() > LONGEST ? name.substring(0, LONGEST) + "..." : name));
    }
    String type = type(name);
    USED.stream()
        .filter(used -> exists(used + "." + type))
        .findFirst()
        .ifPresent(used -> {
          throw new IllegalArgumentException(
              "the policy %s would be the class %s, and %s.%s exists; choose another name, such as my-%s"
                  .formatted(name, type, used, type, name));
        });
  }

  private static boolean exists(String type) {
    return PolicySkeleton.class.getClassLoader().getResource(type.replace('.', '/') + ".class")
        != null;
  }

  /** The class of the policy: {@code ShortestFirst}. */
  private static String type(String name) {
    return Arrays.stream(name.split("-", -1))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** The source of the policy. */
  public String source() {
    return text(kind.name());
  }

  /**
   * The texts of all files by their paths.
   *
   * @param ductile the command that makes them
   */
  public Map<String, String> files(String ductile) {
    String type = type(name);
    var files = new LinkedHashMap<String, String>();
    files.put("src/com/example/%s.java".formatted(type), source());
    files.put(SERVICE, "com.example.%s\n".formatted(type));
    files.put("test/com/example/%sTest.java".formatted(type), text("test"));
    files.put(BUILD, text("build").replace("%DUCTILE%", ductile.replace("'", "'\\''")));
    files.put("compare.yaml", text("compare"));
    files.put("README.md", text("readme"));
    return files;
  }

  private String text(String template) {
    return read(template)
        .replace("%NAME%", name)
        .replace("%CLASS%", type(name))
        .replace("%EXPECTED%", kind.expected)
        .replace("%JAVA%", Integer.toString(Runtime.version().feature()));
  }

  private static String read(String template) {
    String file = template + ".txt";
    try (InputStream text =
        Objects.requireNonNull(PolicySkeleton.class.getResourceAsStream(file), file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
