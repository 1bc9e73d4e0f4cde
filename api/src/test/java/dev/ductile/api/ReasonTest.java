package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReasonTest {
  private static final double LONGEST = 1e8 * 365.25 * 86_400;

  @Test
  void onlyTheKindsOfAChangedOrKeptAllocationAreOfAGrant() {
    assertThat(EnumSet.allOf(Reason.Kind.class).stream().filter(Reason.Kind::isOfGrant))
        .containsExactly(
            Reason.Kind.STARTED,
            Reason.Kind.KEPT,
            Reason.Kind.GROWN,
            Reason.Kind.SHRUNK,
            Reason.Kind.MOVED);
  }

  @Test
  void aDurationIsWrittenInItsTwoLargestUnits() {
    assertThat(Reason.text(Duration.ZERO)).isEqualTo("0 s");
    assertThat(Reason.text(Duration.ofMillis(9_999))).isEqualTo("10.0 s");
    assertThat(Reason.text(Duration.ofSeconds(9))).isEqualTo("9 s");
    assertThat(Reason.text(Duration.ofMillis(10_500))).isEqualTo("11 s");
    assertThat(Reason.text(Duration.ofSeconds(59))).isEqualTo("59 s");
    assertThat(Reason.text(Duration.ofMillis(59_500))).isEqualTo("1 min");
    assertThat(Reason.text(Duration.ofSeconds(60))).isEqualTo("1 min");
    assertThat(Reason.text(Duration.ofMillis(3_599_600))).isEqualTo("1 h");
    assertThat(Reason.text(Duration.ofSeconds(3_599))).isEqualTo("59 min 59 s");
    assertThat(Reason.text(Duration.ofMinutes(61))).isEqualTo("1 h 1 min");
    assertThat(Reason.text(Duration.ofSeconds(86_399))).isEqualTo("1 d");
    assertThat(Reason.text(Duration.ofDays(1))).isEqualTo("1 d");
    assertThat(Reason.text(Duration.ofSeconds(-90))).isEqualTo("-1 min 30 s");
    assertThat(Reason.text(Duration.ofMillis(-2_500))).isEqualTo("-2.50 s");
  }

  @Test
  void aVeryShortOrVeryLongTimeIsWrittenInWords() {
    assertThat(Reason.span(0, "never")).isEqualTo("0 s");
    assertThat(Reason.span(0.4e-3, "never")).isEqualTo("less than 1 ms");
    assertThat(Reason.span(0.5e-3, "never")).isEqualTo("0.00100 s");
    assertThat(Reason.span(90, "never")).isEqualTo("1 min 30 s");
    assertThat(Reason.span(LONGEST, "never")).isEqualTo("36525000000 d");
    assertThat(Reason.span(2 * LONGEST, "never")).isEqualTo("more than a hundred million years");
    assertThat(Reason.span(Double.POSITIVE_INFINITY, "never")).isEqualTo("never");
  }

  @Test
  void aNumberHasAtMostThreeSignificantDigits() {
    assertThat(Reason.text(-3.0)).isEqualTo("-3");
    assertThat(Reason.text(999_999_999_999_999.0)).isEqualTo("999999999999999");
    assertThat(Reason.text(1e15)).isEqualTo("1.00e+15");
    assertThat(Reason.text(99.5)).isEqualTo("99.5");
    assertThat(Reason.text(100.5)).isEqualTo("101");
    assertThat(Reason.text(-1234.5)).isEqualTo("-1235");
    assertThat(Reason.text(0.125)).isEqualTo("0.125");
    assertThat(Reason.text(Double.NEGATIVE_INFINITY)).isEqualTo("minus infinite");
  }

  @Test
  void aNounIsPluralUnlessTheCountIsOne() {
    assertThat(Reason.count(0, "job")).isEqualTo("0 jobs");
    assertThat(Reason.count(1, "job")).isEqualTo("1 job");
    assertThat(Reason.count(2, "job")).isEqualTo("2 jobs");
  }

  @Test
  void aReasonHasNamedValuesBesideItsSentence() {
    Phrase shortage =
        Phrase.of(
            "needs {need}, and {free} are free", Resources.gpus(4), new Worded(amounts(2), "2"));
    Reason reason =
        Reason.of(
            Reason.Kind.WAITING_FOR_CAPACITY,
            "waits behind {ahead}; {}",
            Worded.count(3, "job"),
            shortage);

    assertThat(reason.sentence()).isEqualTo("waits behind 3 jobs; needs 4 gpu, and 2 are free");
    assertThat(reason.values())
        .isEqualTo(Map.of("ahead", 3L, "need", amounts(4), "free", amounts(2)));
  }

  @Test
  void aPhraseUnderANameKeepsItsValuesApart() {
    Phrase blocked = Phrase.of("needs {need}", Resources.gpus(8));
    Reason reason =
        Reason.of(
            Reason.Kind.BEHIND_IN_QUEUE,
            "needs {need}; {blocker} {blockerShortage}",
            Resources.gpus(1),
            new JobId("a"),
            blocked);

    assertThat(reason.sentence()).isEqualTo("needs 1 gpu; a needs 8 gpu");
    assertThat(reason.values())
        .containsEntry("need", amounts(1))
        .containsEntry("blocker", "a")
        .containsEntry("blockerShortage", Map.of("need", amounts(8)));
  }

  @Test
  void aNameWithTwoValuesIsRefused() {
    Reason reason =
        Reason.of(Reason.Kind.KEPT, "{ahead} before, {}", 1, Phrase.of("{ahead} behind", 2));

    assertThatThrownBy(reason::values)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ahead is 1 and 2 in one reason");
  }

  @Test
  void aTemplateHasOneGapForEachValue() {
    assertThatThrownBy(() -> Phrase.of("{ahead} and {free}", 1).text())
        .hasMessageContaining(
            "\"{ahead} and {free}\" must have one gap for each of its values: [1]");
    assertThatThrownBy(() -> Phrase.of("{ahead}", 1, 2).text()).hasMessageContaining("one gap");
  }

  @Test
  void aValueIsFoundByItsNameAndHasItsType() {
    assertThat(ReasonValue.of("blockerShortage")).contains(ReasonValue.BLOCKER_SHORTAGE);
    assertThat(ReasonValue.of("nothing")).isEmpty();
    assertThat(ReasonValue.AHEAD.accepts(3L)).isTrue();
    assertThat(ReasonValue.AHEAD.accepts(3.0)).isFalse();
    assertThat(ReasonValue.FREE.accepts(amounts(2))).isTrue();
    assertThat(ReasonValue.FREE.accepts(Map.of("gpu", 2L))).isFalse();
  }

  @Test
  void theKindOfAGrantNamesItsChange() {
    Job waiting =
        Job.submitted(
            JobSpec.of(
                new JobId("a"),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 4),
                Work.steps(1)),
            0,
            Instant.EPOCH,
            Speed.UNKNOWN,
            Duration.ZERO);
    Allocation two = Allocation.on(new NodeId("n"), Size.workers(2));
    Job running =
        waiting.withAllocation(two, JobState.RUNNING, Progress.none(Instant.EPOCH), Instant.EPOCH);

    assertThat(Reason.Kind.of(waiting, two)).isEqualTo(Reason.Kind.STARTED);
    assertThat(Reason.Kind.of(running, two)).isEqualTo(Reason.Kind.KEPT);
    assertThat(Reason.Kind.of(running, Allocation.on(new NodeId("m"), Size.workers(2))))
        .isEqualTo(Reason.Kind.MOVED);
    assertThat(Reason.Kind.of(running, Allocation.on(new NodeId("n"), Size.workers(3))))
        .isEqualTo(Reason.Kind.GROWN);
    assertThat(Reason.Kind.of(running, Allocation.on(new NodeId("n"), Size.workers(1))))
        .isEqualTo(Reason.Kind.SHRUNK);
  }

  @Test
  void aValueWithItsOwnWordingHasBoth() {
    assertThat(Worded.position(1)).isEqualTo(new Worded(1, "first"));
    assertThat(Worded.position(2)).hasToString("number 2");
    assertThat(Worded.seconds(90, "never")).isEqualTo(new Worded(90.0, "1 min 30 s"));
    assertThat(Worded.seconds(Double.POSITIVE_INFINITY, "never")).hasToString("never");
  }

  @Test
  void aDurationIsASentenceForPeopleAndSecondsForPrograms() {
    Phrase phrase = Phrase.of("waits {wait}", Duration.ofMillis(1_500));

    assertThat(phrase).hasToString("waits 1.50 s");
    assertThat(phrase.named()).isEqualTo(Map.of("wait", 1.5));
  }

  @Test
  void aGapAtTheBeginningNeedsAValueToo() {
    assertThatThrownBy(() -> Phrase.of("{ahead}").text()).hasMessageContaining("one gap");
    assertThatThrownBy(() -> Phrase.of("no gap", 1).text()).hasMessageContaining("one gap");
    assertThat(Phrase.of("{ahead}", 1)).hasToString("1");
  }

  @Test
  void everyNameOfAValueHasATypeAndAMeaning() {
    for (ReasonValue value : ReasonValue.values()) {
      assertThat(ReasonValue.of(value.key())).contains(value);
      assertThat(value.type().form()).isNotBlank();
      assertThat(value.meaning()).isNotBlank();
    }
    assertThat(ReasonValue.BLOCKER_SHORTAGE.key()).isEqualTo("blockerShortage");
  }

  private static Map<String, Double> amounts(double gpus) {
    return Map.of(Resources.GPU, gpus);
  }

  @Test
  void aFigureIsReadWithItsMeaning() {
    assertThat(new Figure("gap", 2.5, "above the bound")).hasToString("gap 2.50 (above the bound)");
    assertThat(Reason.of(Reason.Kind.KEPT, "keeps {worth}", 2.5)).hasToString("keeps 2.50");
    assertThat(new Violation(0, new JobId("a"), "a has two grants"))
        .hasToString("a has two grants");
  }
}
