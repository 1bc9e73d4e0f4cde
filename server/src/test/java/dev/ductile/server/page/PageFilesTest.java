package dev.ductile.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PageFilesTest {
  private final PageFiles files = new PageFiles();

  @Test
  void emptyPathIsTheStartPage() {
    assertThat(files.find("")).isEqualTo(files.find("index.html"));
    assertThat(files.find("")).map(PageFile::type).hasValue("text/html;charset=utf-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"chart.js", "gantt.js", "format.js", "theme.js", "axes.js"})
  void drawingsOfTheReportsAreShared(String name) {
    assertThat(files.find("drawings/" + name))
        .map(PageFile::type)
        .hasValue("text/javascript;charset=utf-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../package-info.class",
        "views/../index.html",
        "/index.html",
        "PageFile.class",
        "drawings/report.html",
        "drawings/Page.js",
        "missing.js",
        "views/",
        "a/b/c.js"
      })
  void onlyFilesOfThePageAreFound(String path) {
    assertThat(files.find(path)).isEmpty();
  }

  @Test
  void tagChangesWithTheContent() {
    assertThat(files.find("main.js").orElseThrow().tag())
        .matches("\"[0-9a-f]{24}\"")
        .isNotEqualTo(files.find("index.html").orElseThrow().tag());
  }
}
