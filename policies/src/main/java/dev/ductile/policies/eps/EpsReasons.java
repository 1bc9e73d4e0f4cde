package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phase;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.policies.PlanReasons;
import dev.ductile.policies.Room;
import java.util.List;
import java.util.Map;

/** Reasons of the schedulers of this paper, which move single tasks between jobs. */
record EpsReasons(Map<Long, Draft.Word> words, Room room) implements PlanReasons.Explanation {
  static Reasons of(Draft draft, List<Grant> grants) {
    Map<Long, Draft.Word> words = draft.words();
    return new PlanReasons(
        draft.cluster(), List.copyOf(grants), room -> new EpsReasons(words, room));
  }

  @Override
  public Reason why(Job job, Allocation allocation) {
    Draft.Word word = words.get(job.arrival());
    if (!allocation.isNone()) {
      return holds(job, allocation, word == null ? unchanged(job) : word.because().get());
    }
    if (word == null) {
      return room.infeasible(job, job.spec().asked());
    }
    return word.kind() == Reason.Kind.INFEASIBLE
        ? new Reason(word.kind(), word.because().get())
        : Reason.of(word.kind(), "waits: {}", word.because().get());
  }

  private static Reason holds(Job job, Allocation allocation, Phrase because) {
    Reason.Kind kind = Reason.Kind.of(job, allocation);
    return Reason.of(
        kind,
        "{} {size} ({}): {}",
        kind == Reason.Kind.KEPT ? "keeps" : "gets",
        allocation.size(),
        Room.place(job, allocation),
        because);
  }

  private static Phrase unchanged(Job job) {
    return Phrase.of(
        job.phase() == Phase.EARLY_FEEDBACK
            ? "it is in early feedback, so it neither gives nor gets tasks"
            : "it neither gives nor gets tasks");
  }
}
