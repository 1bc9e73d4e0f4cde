package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The index of the documents is a list of paths, and each page leads to the next of its path. */
class DocumentPathsTest {
  private static final Path INDEX = Path.of("docs/README.md");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)[^)\\s]*\\)");
  private static final int FEWEST_PATHS = 8;

  @Test
  void everyPageEndsWithTheNextPageOfItsPath() throws IOException {
    Map<String, String> texts = SourceTree.here().texts();
    List<List<String>> paths = paths(texts.getOrDefault(INDEX.toString(), ""));
    var missing = new ArrayList<String>();
    for (List<String> path : paths) {
      for (int i = 0; i + 1 < path.size(); i++) {
        String page = path.get(i);
        String last = lastParagraph(texts.getOrDefault(page, ""));
        if (!last.startsWith("Next:")
            || !links(Path.of(page), last).toList().contains(path.get(i + 1))) {
          missing.add(
              "%s must end with a line Next: that links to %s".formatted(page, path.get(i + 1)));
        }
      }
    }

    assertThat(paths).hasSizeGreaterThanOrEqualTo(FEWEST_PATHS);
    assertThat(missing).isEmpty();
  }

  @Test
  void everyTutorialAndEveryHowToIsInAPath() throws IOException {
    Map<String, String> texts = SourceTree.here().texts();
    List<String> pages =
        texts.keySet().stream()
            .filter(file -> file.matches("docs/(tutorial|how-to)/.*\\.md"))
            .toList();

    assertThat(paths(texts.getOrDefault(INDEX.toString(), "")).stream().flatMap(List::stream))
        .containsAll(pages);
  }

  /** The rows of the index with arrows, each as the pages that it names, in their order. */
  private static List<List<String>> paths(String index) {
    return index
        .lines()
        .filter(line -> line.startsWith("| **"))
        .map(DocumentPathsTest::path)
        .toList();
  }

  private static List<String> path(String row) {
    assertThat(row).contains(" → ");
    return links(INDEX, row).toList();
  }

  /** The pages to which a text leads, as paths from the root. */
  private static Stream<String> links(Path page, String text) {
    return LINK.matcher(text)
        .results()
        .map(link -> page.resolveSibling(link.group(1)).normalize().toString());
  }

  private static String lastParagraph(String page) {
    String[] paragraphs = page.strip().split("\n\n", -1);
    return paragraphs[paragraphs.length - 1];
  }
}
