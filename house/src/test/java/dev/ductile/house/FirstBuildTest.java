package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The build of {@code ./ductile} in a source folder, and its progress. A small source folder has
 * the launcher, a Maven that prints recorded lines, and a Java that prints its last argument.
 */
final class FirstBuildTest {
  /** Lines of Maven 3.8 with two threads; each module has as many source files as written here. */
  private static final Map<String, Integer> SOURCES =
      Map.of("api", 4, "text", 1, "engines/local", 3, "cli", 2);

  private static final String MODULES =
      """
      [INFO] Reactor Build Order:
      [INFO]
      [INFO] Ductile                                                            [pom]
      [INFO] api                                                                [jar]
      [INFO] text                                                               [jar]
      [INFO] contracts                                                          [jar]
      [INFO] engines-local                                                      [jar]
      [INFO] cli                                                                [jar]
      """;

  private static final String BUILT =
      """
      [INFO] Building Ductile 0.1.0-SNAPSHOT                                   [1/6]
      [INFO] --------------------------------[ pom ]---------------------------------
      [INFO] --------------------------< dev.ductile:api >---------------------------
      [INFO] Building api 0.1.0-SNAPSHOT                                       [2/6]
      [INFO] --------------------------------[ jar ]---------------------------------
      [INFO] Building text 0.1.0-SNAPSHOT                                      [3/6]
      [INFO] --- maven-compiler-plugin:3.15.0:compile (default-compile) @ text ---
      [INFO] Compiling 1 source files with javac [debug parameters release 25] to target/classes
      [INFO] --- maven-jar-plugin:3.5.1:jar (default-jar) @ text ---
      [INFO] --- maven-jar-plugin:3.5.1:jar (default-jar) @ api ---
      [INFO] Building contracts 0.1.0-SNAPSHOT                                 [4/6]
      [INFO] Building engines-local 0.1.0-SNAPSHOT                             [5/6]
      [INFO] --- jar:3.5.1:jar (default-jar) @ engines-local ---
      [INFO] Building cli 0.1.0-SNAPSHOT                                       [6/6]
      [INFO] --- maven-jar-plugin:3.5.1:jar (default-jar) @ cli ---
      [INFO] BUILD SUCCESS
      """;

  private static final String DOWNLOADS =
      """
      Downloading from central: https://repo.maven.apache.org/maven2/a/a-1.pom
      Downloaded from central: https://repo.maven.apache.org/maven2/a/a-1.pom (4.2 kB at 33 kB/s)
      Downloaded from central: https://repo.maven.apache.org/maven2/a/a-1.jar (1.4 MB at 13 MB/s)
      """;

  private static final String FAILURE =
      """
      [ERROR] COMPILATION ERROR :
      [ERROR] /source/api/A.java:[3,5] ';' expected
      [INFO] BUILD FAILURE
      [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
      """;

  @TempDir private Path folder;
  private Path home = Path.of("");

  /** What a process printed to a pipe, on both streams. */
  private record Answer(int status, String text) {}

  @BeforeEach
  void makeASourceFolder() throws IOException {
    home = Files.createDirectories(folder.resolve("source folder"));
    Files.createDirectory(home.resolve(".mvn"));
    for (String file : filesOfTheLauncher()) {
      Files.copy(
          Ductile.root().resolve(file), home.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (var module : SOURCES.entrySet()) {
      Path sources = home.resolve(module.getKey()).resolve("src/main/java");
      Files.createDirectories(sources);
      for (int i = 0; i < module.getValue(); i++) {
        Files.createFile(sources.resolve("A%d.java".formatted(i)));
      }
    }
    program("jdk/bin/java", "for last; do :; done; echo \"java: $last\"");
    program("jdk/bin/javac", "exit 1");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    maven(MODULES + BUILT, 0);
  }

  private static List<String> filesOfTheLauncher() throws IOException {
    try (Stream<Path> scripts = Files.list(Ductile.root().resolve(".mvn"))) {
      return Stream.concat(
              Stream.of("ductile"), scripts.map(script -> ".mvn/" + script.getFileName()))
          .toList();
    }
  }

  private void program(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n%s\n".formatted(script));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** The next Maven prints these lines and makes the distribution. */
  private void maven(String lines, int status) throws IOException {
    Path log = Files.writeString(folder.resolve("maven.log"), lines);
    program(
        "bin/mvn",
        """
        echo "$*" >> '%s/builds'
        cat '%s'
        mkdir -p cli/target/ductile-dist/lib
        touch cli/target/ductile-dist/lib/a.jar
        exit %d
        """
            .formatted(folder, log, status));
  }

  @Test
  void theFirstDemoSaysWhatItWillDoBeforeItsBuild() throws Exception {
    Answer answer = shell("./ductile demo");

    assertThat(withoutSeconds(answer))
        .containsExactly(
            "The demo starts a server, its page and four elastic jobs.",
            "Before that, Ductile builds itself from its sources (once).",
            "  Building: 1 of 4 modules",
            "  Building: 2 of 4 modules",
            "  Building: 3 of 4 modules",
            "  Building: 4 of 4 modules, packing",
            "Built in # s.",
            "Ductile records the classes of its start, so that later starts are quick.",
            "java: demo");
    assertThat(answer.status()).isZero();
    assertThat(Files.readString(folder.resolve("builds"))).contains("-T 1C");
  }

  /** What the launcher says of the demo is what the demo says of itself. */
  @Test
  void theDemoIsDescribedByItsHelp() throws IOException {
    String help =
        Files.readString(
            Ductile.root().resolve("cli/src/main/java/dev/ductile/cli/DemoCommand.java"));
    String launcher = Files.readString(Ductile.root().resolve(".mvn/build.sh"));

    String rest = "tarts a server, its page and four elastic jobs.";
    assertThat(help).contains("S" + rest);
    assertThat(launcher).contains("The demo s" + rest);
  }

  @Test
  void aStartOfABuiltDuctileSaysNothing() throws Exception {
    shell("./ductile demo");
    assertThat(shell("./ductile demo").text()).isEqualTo("java: demo\n");
    assertThat(Files.readAllLines(folder.resolve("builds"))).hasSize(1);
  }

  @Test
  void aChangedSourceIsBuiltAgain() throws Exception {
    shell("./ductile policies");
    shell("touch -d '+1 minute' api/src/main/java/A0.java");

    assertThat(withoutSeconds(shell("./ductile policies")).getFirst())
        .isEqualTo("Ductile builds itself again: its sources have changed.");
    assertThat(Files.readAllLines(folder.resolve("builds"))).hasSize(2);
  }

  /** A clock that advances one second with each look makes the estimate the same in each test. */
  @Test
  void aTerminalShowsTheModulesAndTheTimeThatIsLeft() throws Exception {
    Answer answer = progress(79, MODULES + BUILT + "status of Maven: 0\n");

    assertThat(answer.status()).isZero();
    assertThat(Arrays.stream(answer.text().split("\r\033\\[K", -1)).distinct())
        .containsExactly(
            "",
            "Building: starting Maven",
            "Building: 0 of 4 modules; now api",
            "Building: 0 of 4 modules; now api text",
            "Building: 1 of 4 modules; now api",
            "Building: 2 of 4 modules, about 1 s left",
            "Building: 2 of 4 modules, about 2 s left; now engines-local",
            "Building: 3 of 4 modules, about 1 s left",
            "Building: 3 of 4 modules, about 1 s left; now cli",
            "Building: 4 of 4 modules, packing");
  }

  @Test
  void aLineIsNeverLongerThanTheTerminal() throws Exception {
    Answer answer = progress(30, MODULES + BUILT + "status of Maven: 0\n");

    assertThat(answer.text().split("\r\033\\[K", -1)).allMatch(line -> line.length() <= 30);
    assertThat(answer.text()).contains("Building: 2 of 4 modules, abou\r");
  }

  @Test
  void downloadsAreShown() throws Exception {
    String log = DOWNLOADS + MODULES + BUILT + "status of Maven: 0\n";

    assertThat(progress(79, log).text())
        .contains("Building: Maven downloads plugins and libraries, file 2\r");
    assertThat(progress(0, log).text())
        .startsWith("  Maven downloads plugins and libraries.\n  Building: 1 of 4 modules\n");
  }

  /** Maven's own script ends with control characters on a terminal, without a new line. */
  @Test
  void aFailedBuildShowsItsFirstErrors() throws Exception {
    maven(MODULES + FAILURE + "\033[0m\033[0m", 3);

    Answer answer = shell("./ductile demo");

    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.text())
        .endsWith(
            """
            [ERROR] COMPILATION ERROR :
            [ERROR] /source/api/A.java:[3,5] ';' expected
            ductile: the build failed; its whole output is in %s/target/build.log
            """
                .formatted(home));
    assertThat(Files.readString(home.resolve("target/build.log")))
        .contains("re-run Maven")
        .doesNotContain("status of Maven");
    assertThat(Files.exists(home.resolve("target/ductile"))).isFalse();
  }

  /** Maven would take a jar that was cut off for a good one. */
  @Test
  void afterAnInterruptTheNextStartBuildsAnew() throws Exception {
    program(
        "bin/mvn",
        """
        mkdir -p api/target/classes
        touch api/target/api.jar
        # a terminal sends the signal to all of them: the launcher, the shell of its pipe, and Maven
        kill -INT $(ps -o ppid= -p $PPID) $PPID $$
        """);

    Answer stopped = shell("./ductile demo; echo \"status $?\"");
    assertThat(stopped.text()).contains("Stopped. The next start of Ductile builds it anew.\n");
    assertThat(stopped.text()).endsWith("status 130\n").doesNotContain("failed");
    assertThat(home.resolve("api/target/api.jar")).exists();

    maven(MODULES + BUILT, 0);
    assertThat(shell("./ductile demo").text()).endsWith("java: demo\n");
    assertThat(home.resolve("api/target/api.jar")).doesNotExist();
    assertThat(home.resolve("api/target/classes")).doesNotExist();
  }

  /** The lines of the Maven of this machine, for two modules. */
  @Test
  @Tag("process")
  void aRealBuildShowsItsModules() throws Exception {
    String pom = Files.readString(Ductile.root().resolve("pom.xml"));
    Path sources = Files.createDirectories(folder.resolve("real/text/src/main/java"));
    Files.writeString(sources.resolve("A.java"), "class A {}\n");
    String modules = "<modules><module>text</module></modules>";
    Files.writeString(
        folder.resolve("real/pom.xml"), pom.replaceFirst("(?s)<modules>.*?</modules>", modules));
    Files.copy(Ductile.root().resolve("text/pom.xml"), folder.resolve("real/text/pom.xml"));
    Files.delete(folder.resolve("bin/mvn"));

    Answer answer =
        shell(
            """
            . .mvn/build.sh; home='%s/real'; java_home='%s'; columns=79; first=yes
            mkdir -p "$home/target"
            { (cd "$home" && JAVA_HOME=$java_home mvn -B -o -T 1C -Dquick -Dproduct package 2> maven.err) \
              && echo 'status of Maven: 0'; } | progress || cat "$home/target/build.log"
            """
                .formatted(folder, System.getProperty("java.home")));

    assertThat(answer.text())
        .endsWith(
            "Building: 0 of 1 modules; now text\r\033[KBuilding: 1 of 1 modules, packing\r\033[K");
  }

  private Answer progress(int columns, String lines) throws Exception {
    Path log = Files.writeString(folder.resolve("lines"), lines);
    Path clock = Files.createFile(Files.createTempDirectory(folder, "clock").resolve("now"));
    program("bin/date", "echo >> '%s'; wc -l < '%s'".formatted(clock, clock));
    return shell(
        ". .mvn/build.sh; home=$PWD; columns=%d; first=yes; mkdir -p target; progress < '%s'"
            .formatted(columns, log));
  }

  private Answer shell(String line) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", line).directory(home.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, bin) -> bin + old);
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Answer(process.exitValue(), text);
  }

  private static List<String> withoutSeconds(Answer answer) {
    return answer
        .text()
        .lines()
        .map(line -> line.replaceFirst("in \\d+ s", "in # s").replaceFirst(", about .*", ""))
        .toList();
  }
}
