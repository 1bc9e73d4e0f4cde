package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class VersionTest {
  @Test
  void aBuildOfACommitNamesTheCommitAndItsDate() {
    assertThat(Version.line(build("5f33cf75aa11", "2026-11-23"), 25))
        .isEqualTo("ductile 1.2 (commit 5f33cf75aa11, 2026-11-23, Java 25)");
  }

  @Test
  void aBuildWithoutGitLeavesTheCommitOut() {
    assertThat(Version.line(build("", "2026-11-23"), 25))
        .isEqualTo("ductile 1.2 (2026-11-23, Java 25)");
    assertThat(Version.line(build("", ""), 25)).isEqualTo("ductile 1.2 (Java 25)");
  }

  @Test
  void theBuildWritesItsVersion() {
    assertThat(Version.ofDuctile()).matches("\\d+\\.\\d+\\.\\d+(-\\w+)?");
    assertThat(new Version().getVersion()).singleElement().asString().doesNotContain("${");
  }

  private static Properties build(String commit, String date) {
    var build = new Properties();
    build.setProperty("version", "1.2");
    build.setProperty("commit", commit);
    build.setProperty("date", date);
    return build;
  }
}
