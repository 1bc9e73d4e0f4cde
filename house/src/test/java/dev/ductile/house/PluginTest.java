package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A third-party policy, in a jar of the user's folder for plug-ins, that throws or never ends. */
@Tag("process")
@Timeout(1800)
final class PluginTest {
  private static final String SERVICE = "META-INF/services/dev.ductile.api.PolicyProvider";
  private static final String CLASS = "com/example/Broken";

  /** Less than the limit of a decision (a minute), and more than a start takes. */
  private static final Duration LONGEST = Duration.ofSeconds(50);

  private static final String SOURCE =
      """
      package com.example;

      import dev.ductile.api.*;

      public final class Broken implements PolicyProvider<Broken.Settings> {
        public record Settings(boolean loops) {}

        public Profile profile() {
          return new Profile("broken", "", "throws, or loops for ever, where it should decide");
        }

        public Settings defaults() {
          return new Settings(false);
        }

        public Policy create(Settings settings, PolicyContext context) {
          return settings.loops() ? cluster -> loop() : cluster -> {
            throw new IllegalStateException("no idea\\nwhat to do");
          };
        }

        private static Plan loop() {
          long turns = 0;
          while (true) {
            turns++;
          }
        }
      }
      """;
  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      workload:
        jobs:
          - {id: a, worker: {gpu: 1}, request: {workers: 1}, work: {total: 10}, speed: {model: constant, stepsPerSecond: 1}, program: {command: [sleep, "1"]}}
      policies: [fifo]
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void install() throws Exception {
    Path classes = compiled();
    Path jar =
        Files.createDirectories(folder.resolve("data/ductile/plugins")).resolve("broken.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file)) {
      add(out, SERVICE, "com.example.Broken\n".getBytes(StandardCharsets.UTF_8));
      for (String name : List.of(CLASS, CLASS + "$Settings")) {
        add(out, name + ".class", Files.readAllBytes(classes.resolve(name + ".class")));
      }
    }
    Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
    Files.copy(Ductile.root().resolve("examples/state.yaml"), folder.resolve("state.yaml"));
  }

  private static Path compiled() throws IOException {
    Path source = Files.writeString(folder.resolve("Broken.java"), SOURCE);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String jars;
    try (Stream<Path> lib = Files.list(Ductile.installation().resolve("lib"))) {
      jars = String.join(":", lib.map(Path::toString).filter(jar -> jar.endsWith(".jar")).toList());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", jars, "-d", classes.toString(), source.toString());
    assertThat(status).isZero();
    return classes;
  }

  private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }

  @ParameterizedTest
  @ValueSource(strings = {"decide state.yaml", "simulate scenario.yaml", "run scenario.yaml"})
  void aPolicyThatThrowsIsNamedInOneLine(String command) {
    Ductile.Answer answer = answer(command + " -p broken");

    assertThat(last(answer))
        .startsWith("ductile: policy broken failed on a picture of ")
        .contains("no idea what to do", "at broken.jar//com.example.Broken");
    assertThat(answer.err()).doesNotContain("\tat ");
    assertThat(answer.status()).isEqualTo(1);
  }

  @Test
  void theLawsNameTheClusterAndThePlaceOfAnException() {
    Ductile.Answer answer = answer("check-policy broken --seeds 3");

    assertThat(answer.err())
        .startsWith(
            "ductile: random cluster 3: the policy throws java.lang.IllegalStateException: ")
        .contains("no idea what to do at broken.jar//com.example.Broken.");
    assertThat(answer.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"decide state.yaml", "simulate scenario.yaml", "run scenario.yaml"})
  void aPolicyThatLoopsEndsAtTheLimitOfADecision(String command) {
    Instant start = Instant.now();
    Ductile.Answer answer = answer(command + " -p broken --set loops=true");

    assertThat(last(answer))
        .startsWith("ductile: policy broken has not decided on a picture of ")
        .contains(
            "within 1 s, the limit of a decision; it is at broken.jar//com.example.Broken.loop(");
    assertThat(answer.err()).doesNotContain("\tat ");
    assertThat(answer.status()).isEqualTo(1);
    assertThat(Duration.between(start, Instant.now())).isLessThan(LONGEST);
  }

  private static Ductile.Answer answer(String command) {
    return new Ductile(folder)
        .shell(
            "unset DUCTILE_PLUGINS; XDG_DATA_HOME='%s' DUCTILE_JAVA_OPTS=-Dductile.decisionSeconds=1 ductile %s"
                .formatted(folder.resolve("data"), command));
  }

  private static String last(Ductile.Answer answer) {
    return answer.err().lines().reduce("", (_, line) -> line);
  }
}
