package dev.ductile.contracts;

import dev.ductile.api.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds figures in the sentences of a plan, and notes which are untrue and which were looked at.
 */
abstract class SentenceCheck {
  protected final AfterPlan after;
  private final List<String> untrue = new ArrayList<>();
  private final Map<Long, BitSet> seen = new HashMap<>();
  private final Map<String, Pattern> patterns = new HashMap<>();

  SentenceCheck(AfterPlan after) {
    this.after = after;
  }

  /** Looks at the sentence of one job. */
  protected abstract void check(Job job);

  final SentenceCheck checkAll() {
    after.cluster().jobs().forEach(this::check);
    checkTogether();
    return this;
  }

  /** Looks at what several sentences say together, once each has been looked at. */
  protected void checkTogether() {}

  /** All sentences in which something is not as it is said. */
  final List<String> untrue() {
    return untrue;
  }

  /** The letters of a job's sentence that a check has looked at. */
  final BitSet seen(Job job) {
    return seen.getOrDefault(job.arrival(), new BitSet());
  }

  /** Looks at each place of a sentence that is written like this; true where there is any. */
  protected final boolean each(Job job, String pattern, Consumer<Matcher> check) {
    Matcher matcher =
        patterns.computeIfAbsent(pattern, Pattern::compile).matcher(after.sentence(job));
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

  protected final void number(Job job, String told, double truth, double lost) {
    if (!Told.isNumber(told, truth, lost)) {
      wrong(job, "%s is %s".formatted(told, truth));
    }
  }

  protected final void span(Job job, String told, double truth) {
    span(job, told, truth, 0);
  }

  protected final void span(Job job, String told, double truth, double lost) {
    if (!Told.isSpan(told, truth, lost)) {
      wrong(job, "%s is %s s".formatted(told, truth));
    }
  }

  protected final void count(Job job, String told, long truth) {
    if (Long.parseLong(told) != truth) {
      wrong(job, "%s is %d".formatted(told, truth));
    }
  }
}
