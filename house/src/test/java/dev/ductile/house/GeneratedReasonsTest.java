package dev.ductile.house;

import dev.ductile.api.Reason;
import dev.ductile.api.ReasonValue;
import dev.ductile.text.PlainValue;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reference of reasons is generated from the kinds and values that the code has. */
class GeneratedReasonsTest {
  @Test
  void theReferenceListsAllValues() throws IOException {
    String kinds =
        Arrays.stream(Reason.Kind.values())
            .map(kind -> "`%s`".formatted(PlainValue.word(kind)))
            .collect(Collectors.joining(", "));
    String rows =
        Arrays.stream(ReasonValue.values())
            .map(GeneratedReasonsTest::row)
            .collect(Collectors.joining("\n"));

    new GeneratedFile(SourceTree.here().root().resolve("docs/reference/reasons.md"))
        .check(page(kinds, rows));
  }

  private static String page(String kinds, String rows) {
    return """
    # Values of reasons

    *Reference.* The kinds of reasons, and the named values beside each sentence in `ductile decide -o json` and in the event
    log. This page is generated (`./check --generate`).

    ```json
    {"reasonKind": "waiting-for-capacity",
     "reason": "waits behind 3 jobs; needs 4 gpu, and 2 are free",
     "reasonValues": {"ahead": 3, "need": {"gpu": 4}, "free": {"gpu": 2}}}
    ```

    A name means the same in every reason. A reason has the values that its sentence names, in the order of the sentence. An amount by
    resource lists every resource that matters; the sentence names each that is short, accelerators first. A number that is unknown or infinite is `null`. A size
    is `{"workers": 2, "servers": 1}`. *Named values* are a nested object: the values of a clause about another job, or about another size
    of this job. New names may come at any time.

    Kinds: %s.

    | value | type | meaning |
    |---|---|---|
    %s
    """
        .formatted(kinds, rows);
  }

  private static String row(ReasonValue value) {
    return "| `%s` | %s | %s |".formatted(value.key(), value.type().form(), value.meaning());
  }
}
