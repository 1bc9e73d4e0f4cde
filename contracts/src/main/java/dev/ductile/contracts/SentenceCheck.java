package dev.ductile.contracts;

import dev.ductile.api.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;

/**
 * Checks figures in the sentences of a plan. It records the untrue ones, and which letters of a
 * sentence were checked.
 */
abstract class SentenceCheck {
  protected final AfterPlan after;
  private final List<String> untrue = new ArrayList<>();
  private final Map<Long, BitSet> seen = new HashMap<>();
  private final SentencePatterns patterns;

  SentenceCheck(AfterPlan after, SentencePatterns patterns) {
    this.after = after;
    this.patterns = patterns;
  }

  /** Checks the sentence of one job. */
  protected abstract void check(Job job);

  final SentenceCheck checkAll() {
    after.cluster().jobs().forEach(this::check);
    checkTogether();
    return this;
  }

  /** Checks several sentences against each other, after each was checked alone. */
  protected void checkTogether() {}

  /** All sentences with an untrue figure. */
  final List<String> untrue() {
    return untrue;
  }

  /** The checked letters of a job's sentence. */
  final BitSet seen(Job job) {
    return seen.getOrDefault(job.arrival(), new BitSet());
  }

  /** Checks each match of a pattern in a sentence; true if there is any. */
  protected final boolean each(Job job, String pattern, Consumer<Matcher> check) {
    Matcher matcher = patterns.of(pattern).matcher(after.sentence(job));
    boolean isFound = false;
    while (matcher.find()) {
      isFound = true;
      seen.computeIfAbsent(job.arrival(), _ -> new BitSet()).set(matcher.start(), matcher.end());
      check.accept(matcher);
    }
    return isFound;
  }

  protected final void wrong(Job job, String truth) {
    untrue.add("%s: \"%s\": %s".formatted(job.id(), after.sentence(job), truth));
  }

  protected final void number(Job job, String written, double truth, double lost) {
    if (!FigureText.isNumber(written, truth, lost)) {
      wrong(job, "%s is %s".formatted(written, truth));
    }
  }

  protected final void span(Job job, String written, double truth) {
    span(job, written, truth, 0);
  }

  protected final void span(Job job, String written, double truth, double lost) {
    if (!FigureText.isSpan(written, truth, lost)) {
      wrong(job, "%s is %s s".formatted(written, truth));
    }
  }

  /** Checks that all times of a sentence are in one unit, apart from those of another policy. */
  protected final void checkUnit(Job job) {
    for (String part : after.sentence(job).split(" has it; ", 2)) {
      checkUnit(job, part);
    }
  }

  private void checkUnit(Job job, String part) {
    List<String> spans = FigureText.spans(part);
    spans.stream()
        .skip(1)
        .filter(span -> !FigureText.haveOneUnit(spans.getFirst(), span))
        .forEach(span ->
            wrong(job, "%s and %s are in different units".formatted(spans.getFirst(), span)));
  }

  protected final void count(Job job, String written, long truth) {
    if ((written.equals("only") ? 1 : Long.parseLong(written)) != truth) {
      wrong(job, "%s is %d".formatted(written, truth));
    }
  }
}
