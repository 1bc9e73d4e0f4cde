package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One reading finds all mistakes of a document. */
class MistakesTest {
  private static final Binder BINDER = new Binder(Map.of(), List.of());

  record Person(String name, int age, Optional<List<Integer>> lucky, Optional<Person> parent) {
    Person {
      if (age < 0) {
        throw new IllegalArgumentException("age is %d, below 0".formatted(age));
      }
    }
  }

  @Test
  void allMistakesOfADocumentAreFoundEachWithItsKey() {
    InputException found =
        mistake(
            """
            nmae: ann
            age: old
            lucky: [1, two, 3, four]
            parent: {name: bob, age: -1, luck: []}
            """);

    assertThat(found.mistakes())
        .extracting(one -> one.key().orElse(""))
        .containsExactly("nmae", "age", "lucky[1]", "lucky[3]", "parent.luck");
    assertThat(found.mistakes()).allMatch(one -> one.mistakes().equals(List.of(one)));
    assertThat(found.getMessage()).isEqualTo(found.mistakes().getFirst().getMessage());
    assertThat(found.getMessage()).startsWith("a.yaml:1:1: unknown key \"nmae\"");
  }

  @Test
  void aMisspeltKeyIsNotMissingToo() {
    assertThat(mistake("{nmae: ann, age: 3}").mistakes()).hasSize(1);
    assertThat(mistake("{title: ann, age: 3}").mistakes()).hasSize(2);
  }

  @Test
  void aReadingEndsAtManyMistakes() {
    String list = "x, ".repeat(10_000);

    assertThat(mistake("{name: a, age: 3, lucky: [" + list + "]}").mistakes())
        .hasSize(Mistakes.MOST);
  }

  /** Each place costs a reading of the text up to it. */
  @Test
  void theFirstMistakesOfALargeDocumentHaveLines() {
    String text = "name: a\nage: 3\nlucky:\n" + "- x\n".repeat(1_000_000);

    List<InputException> found = mistake(text).mistakes();

    assertThat(found).hasSize(Mistakes.MOST);
    assertThat(found.getFirst().place().orElseThrow().line()).isEqualTo(4);
    assertThat(found.getLast().place().orElseThrow().line()).isZero();
    assertThat(found.getLast().getMessage()).contains("lucky[99]");
  }

  @Test
  void theSameMistakeIsKeptOnce() {
    var mistakes = new Mistakes();
    mistakes.add(new InputException(Place.at("a", 1), "is wrong"));
    mistakes.add(new InputException(Place.at("a", 1), "is wrong"));

    assertThat(mistake(() -> mistakes.throwAny()).mistakes()).hasSize(1);
  }

  @Test
  void aPartWithoutAMistakeIsRead() {
    var mistakes = new Mistakes();

    assertThat(mistakes.tried(() -> 3)).contains(3);
    mistakes.check(() -> {});
    mistakes.throwAny();
  }

  @Test
  void theKindOfAFileIsItsWordOrElseItsKeys() {
    assertThat(kind("kind: state")).contains(FileKind.STATE);
    assertThat(kind("{workload: 1, cluster: 2}")).contains(FileKind.SCENARIO);
    assertThat(kind("{policies: 1, cluster: 2}")).contains(FileKind.SCENARIO);
    assertThat(kind("{jobs: 1, cluster: 2}")).contains(FileKind.STATE);
    assertThat(kind("{data: 1, model: 2}")).contains(FileKind.TRAINING_JOB);
    assertThat(kind("{experiment: 1, claims: 2}")).contains(FileKind.REPRODUCTION);
    assertThat(kind("{command: [train]}")).contains(FileKind.JOB);
    assertThat(kind("{train: {data: 1, model: 2}}")).contains(FileKind.JOB);
    assertThat(kind("{apiVersion: ductile.dev/v1, kind: Job}")).contains(FileKind.JOB);
    assertThat(kind("{model: ring}")).contains(FileKind.SPEED_MODEL);
    assertThat(kind("{model: ring, workers: 4}")).contains(FileKind.SPEED_MODEL);
    assertThat(kind("{model: softmax, dta: 1, stop: 2}")).contains(FileKind.TRAINING_JOB);
    assertThat(kind("{model: {kind: softmax}, dta: 1}")).contains(FileKind.TRAINING_JOB);
    assertThat(kind("{model: ring, downlink: 2, workers: 4}")).contains(FileKind.SPEED_MODEL);
    assertThat(kind("{model: softmax, dta: 1, workers: 4}")).isEmpty();
    assertThat(kind("{model: ring, clutser: 1, workers: 4}")).isEmpty();
    assertThat(kind("{cluster: 1}")).isEmpty();
    assertThat(kind("[1]")).isEmpty();
  }

  @Test
  void aFileOfNoClearKindIsRefusedWithTheKindsThatComeNear() {
    assertThat(unclear("{model: softmax, dta: 1, workers: 4}"))
        .startsWith(
            "a.yaml:1:1: it is not clear what kind of file this is: a training job if \"dta\" is data, or a speed model; write kind: scenario,");
    assertThat(unclear("{model: ring, jbos: [], workers: 4}"))
        .contains(
            "this is: a speed model, or a state without cluster if \"jbos\" is jobs, or a training job without data; write");
    assertThat(unclear("{clutser: 1, wrkload: 2}"))
        .contains(
            "this is: a scenario without policies if \"clutser\" is cluster and \"wrkload\" is workload, or a state without jobs if \"clutser\" is cluster, or a server file without policy if \"clutser\" is cluster; write");
    assertThat(unclear("nodes: 3")).contains("what kind of file this is; write kind:");
    assertThat(unclear("[1]")).contains("what kind of file this is; write kind:");
  }

  @Test
  void aFileOfAnotherKindIsRefusedWithTheCommandForIt() {
    InputException refused =
        mistake(() -> FileKind.STATE.require(Document.of("a.yaml", "workload: 1").root()));

    assertThat(refused)
        .hasMessage(
            "a.yaml: this is a scenario, and 'ductile decide' reads a state; try 'ductile simulate a.yaml'");
    FileKind.STATE.require(Document.of("a.yaml", "cluster: 1").root());
  }

  @Test
  void aReproductionIsNamedWithItsFolder() {
    assertThat(refusal("figures/lin.yaml")).endsWith("try 'ductile reproduce lin --from figures'");
    assertThat(refusal("lin.yml")).endsWith("try 'ductile reproduce lin --from .'");
  }

  private static String unclear(String text) {
    return FileKind.unclear(Document.of("a.yaml", text).root()).getMessage();
  }

  private static String refusal(String file) {
    String text = "{experiment: 1, claims: 2}";
    return mistake(() -> FileKind.STATE.require(Document.of(file, text).root())).getMessage();
  }

  @Test
  void aMisspeltKindIsAMistake() {
    assertThat(mistake(() -> kind("kind: scenaro")).getMessage())
        .contains("kind must not be \"scenaro\"; did you mean \"scenario\"");
  }

  private static Optional<FileKind> kind(String text) {
    return FileKind.of(Document.of("a.yaml", text).root());
  }

  private static InputException mistake(String text) {
    return mistake(() -> BINDER.record(Person.class, Document.of("a.yaml", text).root()));
  }

  private static InputException mistake(Runnable reading) {
    return catchThrowableOfType(InputException.class, () -> reading.run());
  }
}
