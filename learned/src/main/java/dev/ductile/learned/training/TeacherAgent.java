package dev.ductile.learned.training;

import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import dev.ductile.learned.slot.Action;
import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.SlotDraft;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Takes the actions that lead to the sizes of a teacher's plan.
 *
 * @param sizes the size of each job with a grant
 * @param random draws the jobs of a random order, and single tasks
 */
record TeacherAgent(Map<JobId, Size> sizes, Teaching teaching, RandomGenerator random)
    implements Agent {
  @Override
  public Chosen choose(SlotDraft draft) {
    int action = action(draft);
    return new Chosen(action, 1, action, 1, false);
  }

  private int action(SlotDraft draft) {
    return rows(draft)
        .map(row -> toward(draft, row))
        .flatMap(Optional::stream)
        .map(draft.actions()::index)
        .filter(draft::isLegal)
        .findFirst()
        .orElse(draft.actions().stop());
  }

  private Stream<Integer> rows(SlotDraft draft) {
    var rows = IntStream.range(0, draft.jobs()).boxed();
    return switch (teaching.order()) {
      case ARRIVAL -> rows;
      case SHARE -> rows.sorted(Comparator.comparingDouble(draft::share));
      case RANDOM -> shuffled(rows);
    };
  }

  private Stream<Integer> shuffled(Stream<Integer> rows) {
    var shuffled = new ArrayList<Integer>(rows.toList());
    Collections.shuffle(shuffled, Random.from(random));
    return shuffled.stream();
  }

  /** The action that brings the job in this row closer to its size. */
  private Optional<Action> toward(SlotDraft draft, int row) {
    Size wanted = sizes.getOrDefault(draft.job(row), Size.NONE);
    boolean worker = draft.size(row).workers() < wanted.workers();
    boolean server = draft.size(row).servers() < wanted.servers();
    if (!worker && !server) {
      return Optional.empty();
    }
    return Optional.of(new Action.Add(row, tasks(worker, server)));
  }

  private Action.Tasks tasks(boolean worker, boolean server) {
    if (worker && server) {
      boolean single = teaching.single() > 0 && random.nextDouble() < teaching.single();
      return single ? anyOne() : Action.Tasks.BOTH;
    }
    return worker ? Action.Tasks.WORKER : Action.Tasks.SERVER;
  }

  private Action.Tasks anyOne() {
    return random.nextBoolean() ? Action.Tasks.WORKER : Action.Tasks.SERVER;
  }
}
