package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jars of plug-ins are found in a folder, and each mistake in one is one line with its remedy. */
@Tag("disk")
final class PluginJarTest {
  private static final String SERVICE = "META-INF/services/dev.ductile.api.PlacementProvider";

  /** Placements that differ in one mistake each. */
  private static final String SOURCE =
      """
      package com.example;

      import dev.ductile.api.Placement;
      import dev.ductile.api.PlacementProvider;

      public class Good implements PlacementProvider {
        public String name() { return "mine"; }
        public String summary() { return "a placement for a test"; }
        public Placement create() { return (job, size, free) -> java.util.Optional.empty(); }

        public static final class Twin extends Good {}
        public static final class Needy extends Good {
          public String name() { return "needy" + Library.VALUE.length(); }
        }
        public static final class Taken extends Good {
          public String name() { return new String("spread"); }
        }
        public static final class Spaced extends Good {
          public String name() { return "my own, one"; }
        }
        public static final class Nameless extends Good {
          public String name() { return null; }
        }
        public static final class Failing extends Good {
          public String name() { throw new IllegalStateException("no name today"); }
        }
        public static final class Throwing extends Good {
          public Throwing() { throw new IllegalStateException("out of order"); }
        }
        public static final class Hidden extends Good {
          private Hidden() {}
        }
        public abstract static class Unfinished extends Good {}
        public static final class Settings extends Good {
          public Settings(int one) {}
        }
        public static final class Initial extends Good {
          static final int VALUE = Integer.parseInt("one");
        }
        public static final class Stranger {}
      }

      final class Library {
        static final String VALUE = new String("four");
      }
      """;

  @TempDir private static Path built;
  private static Path classes = Path.of("");

  @TempDir private Path home;
  private Path folder = Path.of("");

  @BeforeAll
  static void compile() throws IOException {
    Path source = Files.writeString(built.resolve("Good.java"), SOURCE);
    classes = Files.createDirectory(built.resolve("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
    assertThat(status).isZero();
  }

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(home.resolve("plugins"));
  }

  @Test
  void pluginsOfAJarAreInTheCatalog() throws IOException {
    Path jar = jar("mine.jar", "com.example.Good # the comment\n\n# another\n");

    for (Path named : List.of(folder, jar)) {
      Catalog catalog = Catalog.with(PluginFolder.named(named));
      assertThat(catalog.placements())
          .extracting(placement -> placement.getClass().getName())
          .contains("com.example.Good");
      assertThat(catalog.formats()).hasSameSizeAs(Catalog.installed().formats());
    }
  }

  @Test
  void jarsOfTheFolderLibAreForTheOthers() throws IOException {
    jar("mine.jar", Map.of(SERVICE, "com.example.Good$Needy"), "Good", "Good$Needy");
    String message = message();
    Files.createDirectory(folder.resolve("lib"));
    jar("lib/library.jar", Map.of(), "Library");

    assertThat(message)
        .contains("Good$Needy of mine.jar failed: java.lang.NoClassDefFoundError")
        .endsWith("; put the jar with that class into the folder lib beside the plug-in");
    assertThat(Catalog.with(PluginFolder.named(folder)).placements())
        .extracting(placement -> placement.name())
        .contains("needy4");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Nowhere  | names the class com.example.Good$Nowhere, which the jar does not have",
        "Stranger | mine.jar: the plug-in class com.example.Good$Stranger does not implement dev.ductile.api.PlacementProvider",
        "Hidden   | com.example.Good$Hidden must be public, not abstract, and have a public constructor without parameters",
        "Settings | com.example.Good$Settings must be public, not abstract, and have a public constructor without parameters",
        "Unfinished | com.example.Good$Unfinished must be public, not abstract",
        "Throwing | com.example.Good$Throwing failed in its constructor: java.lang.IllegalStateException: out of order",
        "Initial  | com.example.Good$Initial cannot be loaded: java.lang.ExceptionInInitializerError",
        "Nameless | the plug-in com.example.Good$Nameless of mine.jar answers null",
        "Failing  | the plug-in com.example.Good$Failing of mine.jar failed: java.lang.IllegalStateException: no name today",
        "Spaced   | the plug-in com.example.Good$Spaced of mine.jar has the name \"my own, one\"; a name has letters, digits",
      })
  void aMistakeInAPluginNamesItsJarAndClass(String type, String told) throws IOException {
    jar("mine.jar", "com.example.Good$" + type);

    assertThat(message()).contains(told).doesNotContain("\n");
  }

  @Test
  void twoPluginsOfOneNameAreNamedWithTheirJars() throws IOException {
    jar("a.jar", "com.example.Good");
    jar("b.jar", "com.example.Good$Twin");

    assertThat(message())
        .isEqualTo(
            "two plug-ins are named mine: com.example.Good of a.jar and com.example.Good$Twin of b.jar; give one another name, or remove its jar");
  }

  @Test
  void aNameOfDuctileIsTaken() throws IOException {
    jar("mine.jar", "com.example.Good$Taken");

    assertThat(message())
        .matches(
            "two plug-ins are named spread: dev\\.ductile\\.\\S+ and com\\.example\\.Good\\$Taken of mine\\.jar; give one .*");
  }

  @Test
  void aClassThatTheInstallationHasTooIsRefused() throws IOException {
    Path own = classFile(Catalog.class);
    try (var out = stream("mine.jar")) {
      add(out, SERVICE, Catalog.class.getName().getBytes(StandardCharsets.UTF_8));
      add(out, "dev/ductile/scenario/Catalog.class", Files.readAllBytes(own));
    }

    assertThat(message())
        .contains("dev.ductile.scenario.Catalog is also in file:")
        .endsWith(", which is read first; remove one of the two");
  }

  @Test
  void aClassForANewerJavaIsNamedWithTheOptionOfTheCompiler() throws IOException {
    byte[] code = Files.readAllBytes(classes.resolve("com/example/Good.class"));
    code[7] = (byte) (code[7] + 2);
    try (var out = stream("mine.jar")) {
      add(out, SERVICE, "com.example.Good".getBytes(StandardCharsets.UTF_8));
      add(out, "com/example/Good.class", code);
    }
    int here = Runtime.version().feature();

    assertThat(message())
        .endsWith(
            "mine.jar: the class com.example.Good is compiled for Java %d, and this is Java %d; compile it with javac --release %d"
                .formatted(here + 2, here, here));
  }

  @Test
  void aClassThatIsCutOffIsNamed() throws IOException {
    try (var out = stream("mine.jar")) {
      add(out, SERVICE, "com.example.Good".getBytes(StandardCharsets.UTF_8));
      add(out, "com/example/Good.class", new byte[] {(byte) 0xCA, (byte) 0xFE});
    }

    assertThat(message())
        .endsWith(
            "mine.jar: the file of the class com.example.Good is cut off; build the jar again");
  }

  @Test
  void aJarWithoutAServiceFileSaysWhichFileIsMissing() throws IOException {
    jar("mine.jar", Map.of("META-INF/services/dev.ductile.PolicyProvider", "x"), "Good");

    assertThat(message())
        .contains(
            "mine.jar: the jar names no plug-in (it has META-INF/services/dev.ductile.PolicyProvider)",
            "META-INF/services/dev.ductile.api.PolicyProvider in it must have the name of the class");
  }

  @Test
  void aClassAtAnotherPlaceOfTheJarIsShown() throws IOException {
    try (var out = stream("mine.jar")) {
      add(out, SERVICE, "com.example.Good".getBytes(StandardCharsets.UTF_8));
      add(out, "classes/com/example/Good.class", new byte[0]);
    }

    assertThat(message())
        .contains("names the class com.example.Good, which the jar does not have")
        .contains("; it has classes/com/example/Good.class: write the class with its package");
  }

  @Test
  void foldersAndFilesThatAreNoPluginsAreNamed() throws IOException {
    Path empty = Files.createDirectory(home.resolve("empty"));
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    Path missing = home.resolve("missing");

    assertThat(message(empty))
        .startsWith("the folder " + empty + " has no jar; put plug-ins there as jars");
    assertThat(message(missing)).isEqualTo("there is no folder and no jar " + missing);
    assertThat(message(text)).startsWith(text + " cannot be read as a jar: ");
    assertThat(PluginFolder.optional(empty)).isEmpty();
    assertThat(PluginFolder.optional(missing)).isEmpty();
  }

  private String message() {
    return message(folder);
  }

  private static String message(Path folder) {
    try {
      return "no message: " + Catalog.with(PluginFolder.named(folder)).placements();
    } catch (InputException mistake) {
      return mistake.getMessage();
    }
  }

  /** A jar with all classes and one service file. */
  private Path jar(String name, String service) throws IOException {
    List<String> all;
    try (Stream<Path> files = Files.list(classes.resolve("com/example"))) {
      all = files.map(file -> file.getFileName().toString().replace(".class", "")).toList();
    }
    return jar(name, Map.of(SERVICE, service), all.toArray(String[]::new));
  }

  private Path jar(String name, Map<String, String> texts, String... types) throws IOException {
    var entries = new LinkedHashMap<String, byte[]>();
    texts.forEach((file, text) -> entries.put(file, text.getBytes(StandardCharsets.UTF_8)));
    for (String type : types) {
      String file = "com/example/%s.class".formatted(type);
      entries.put(file, Files.readAllBytes(classes.resolve(file)));
    }
    try (var out = stream(name)) {
      for (var entry : entries.entrySet()) {
        add(out, entry.getKey(), entry.getValue());
      }
    }
    return folder.resolve(name);
  }

  private JarOutputStream stream(String name) throws IOException {
    OutputStream file = Files.newOutputStream(folder.resolve(name));
    return new JarOutputStream(file);
  }

  private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private static Path classFile(Class<?> type) {
    Path root = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    return root.resolve(type.getName().replace('.', '/') + ".class");
  }
}
