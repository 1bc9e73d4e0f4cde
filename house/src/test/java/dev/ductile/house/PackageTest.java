package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Packages with a Java of their own. The long check makes them, installs them and uses them. */
@Tag("process")
@Timeout(3600)
final class PackageTest {
  private static final boolean IS_LONG = Integer.getInteger("ductile.seedFactor", 1) > 1;

  @TempDir private Path folder;

  @Test
  void theLauncherUsesTheJavaOfItsPackageAndItsStartUpArchive() throws Exception {
    Path installation = installation();

    List<String> lines = run(installation.resolve("ductile").toString(), "policies");

    assertThat(lines.getFirst()).isEqualTo("the Java of the package");
    assertThat(lines)
        .contains("-XX:SharedArchiveFile=" + installation.resolve("lib/command.jsa"))
        .noneMatch(line -> line.contains("AOT"))
        .endsWith("dev.ductile.cli.Main", "policies");
  }

  @Test
  void theLauncherOfAPackageStartsThroughALinkAndWritesNothing() throws Exception {
    Path installation = installation();
    Path link = Files.createSymbolicLink(folder.resolve("link"), installation.resolve("ductile"));
    List<Path> before = files(installation);

    assertThat(run(link.toString(), "--version")).contains("--version");
    assertThat(files(installation)).isEqualTo(before);
  }

  /** With a heap above 32 GB references are long, and no start-up archive fits them. */
  @Test
  void theHeapIsSmallEnoughForAStartUpArchiveUnlessTheUserWantsALargerOne() throws Exception {
    String launcher = installation().resolve("ductile").toString();

    assertThat(run(launcher, "policies")).contains("-XX:+UseCompressedOops");
    assertThat(run("env", "DUCTILE_JAVA_OPTS=-Xmx100g", launcher, "policies"))
        .contains("-Xmx100g")
        .doesNotContain("-XX:+UseCompressedOops");
  }

  /** The start-up archive belongs to one order of the jars. */
  @Test
  void theClassPathHasTheSameOrderInEveryLanguage() throws Exception {
    Path installation = installation();
    String launcher = installation.resolve("ductile").toString();

    String expected = classPath(run("env", "LC_ALL=C", launcher, "--version"));
    assertThat(expected).endsWith("lib/a-B.jar:%s/lib/a.b.jar".formatted(installation));
    assertThat(classPath(run("env", "LC_ALL=en_US.UTF-8", "bash", launcher, "--version")))
        .isEqualTo(expected);
  }

  @Test
  void anUnknownPackageIsRefusedAndTheKnownOnesAreNamed() throws Exception {
    Process release =
        new ProcessBuilder(Ductile.root().resolve("release").toString(), "rpm")
            .redirectErrorStream(true)
            .start();

    assertThat(release.inputReader().readAllLines())
        .singleElement()
        .asString()
        .contains("rpm")
        .contains("archive|deb|image");
    assertThat(release.waitFor()).isEqualTo(1);
  }

  @Test
  void everyPackageIsInstalledUsedAndRemovedWithoutAnotherJava() throws Exception {
    assumeTrue(IS_LONG, "takes minutes: only in the long check");
    Path log = folder.resolve("log.txt");
    Process release =
        new ProcessBuilder(
                Ductile.root().resolve("release").toString(), "--check", "--out", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();

    assertThat(release.waitFor(50, TimeUnit.MINUTES)).isTrue();
    assertThat(release.exitValue()).as(Files.readString(log)).isZero();
    assertThat(Files.readAllLines(folder.resolve("SHA256SUMS"))).hasSize(3);
  }

  /** A package with a Java that prints its arguments. */
  private Path installation() throws IOException {
    Path installation = folder.toRealPath().resolve("installed here");
    Files.createDirectories(installation.resolve("lib"));
    Path java = Files.createDirectories(installation.resolve("java/bin")).resolve("java");
    Files.copy(Ductile.root().resolve("ductile"), installation.resolve("ductile"));
    for (String jar : List.of("a.b.jar", "a-B.jar")) {
      Files.createFile(installation.resolve("lib").resolve(jar));
    }
    Files.writeString(java, "#!/bin/sh\necho 'the Java of the package'\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return installation;
  }

  private List<String> run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor()).as("%s", lines).isZero();
    return lines;
  }

  private static String classPath(List<String> lines) {
    return lines.get(lines.indexOf("-cp") + 1);
  }

  private static List<Path> files(Path installation) throws IOException {
    try (Stream<Path> all = Files.walk(installation)) {
      return all.sorted().toList();
    }
  }
}
