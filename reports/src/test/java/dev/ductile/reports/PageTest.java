package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class PageTest {
  private final String page = new Report(Examples.troubled(), Examples.ABOUT).page();

  @Test
  void loadsNothingFromTheNetwork() {
    assertThat(parts("<\\w+[^<>]*\\s(?:src|href|srcset|action)\\s*=")).isEmpty();
    assertThat(parts("\\burl\\(|@import|sourceMappingURL|\\bfetch\\(|XMLHttpRequest")).isEmpty();
    assertThat(parts("(?m)^(import|export) ")).isEmpty();
  }

  @Test
  void inputIsNeverMarkup() {
    assertThat(parts("two &lt;/script&gt; &amp; two")).hasSize(2);
    assertThat(parts("three jobs &lt;by hand&gt;")).hasSize(1);
    assertThat(parts("ductile simulate &quot;two &amp; two.yaml&quot;")).hasSize(1);
    assertThat(parts("</script>")).hasSize(3);
    assertThat(parts("\\{\\{")).isEmpty();
  }

  @Test
  void itsPolicyAllowsExactlyItsOwnScriptsAndStyles() throws NoSuchAlgorithmException {
    List<String> scripts = parts("<script(?: type=\"module\")?>(.*?)</script>");
    List<String> styles = parts("<style>(.*?)</style>");

    String policy =
        parts("<meta http-equiv=\"Content-Security-Policy\" content=\"(.*?)\">").getFirst();
    assertThat(scripts).hasSize(2);
    assertThat(policy)
        .isEqualTo(
            "default-src 'none'; script-src %s %s; style-src %s; base-uri 'none'; form-action 'none'",
            hash(scripts.get(0)), hash(scripts.get(1)), hash(styles.getFirst()));
    assertThat(parts("<\\w+[^<>]*\\sstyle=")).isEmpty();
  }

  @Test
  void itsDataIsJson() throws IOException {
    String data = parts("<script type=\"application/json\" id=\"data\">(.*?)</script>").getFirst();
    JsonNode tree = new JsonMapper().readTree(data);

    assertThat(tree.at("/policies/1").textValue()).isEqualTo("srtf");
    assertThat(tree.at("/loads")).hasSize(2);
    assertThat(tree.at("/loads/0/policies/0/gantt/bars").size()).isEqualTo(3 * 6);
    assertThat(tree.at("/loads/0/policies/1/jobs/rows")).hasSize(4);
  }

  @Test
  void warningsStandAboveTheFigures() {
    assertThat(page.indexOf("stopped at the horizon"))
        .isPositive()
        .isLessThan(page.indexOf("<h2 id=\"summary-title\">"));
    assertThat(parts("2 jobs without a size were left out")).hasSize(1);
  }

  @Test
  void noPolicyIsBestIfRunsWereStopped() {
    String complete = new Report(Examples.twoByTwo(), Examples.ABOUT).page();

    assertThat(complete.indexOf("class=\"best\"")).isPositive();
    assertThat(parts("class=\"best\"")).isEmpty();
  }

  private List<String> parts(String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(match -> match.group(Math.min(1, match.groupCount())))
        .toList();
  }

  private static String hash(String text) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }
}
