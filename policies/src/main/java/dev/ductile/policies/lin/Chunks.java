package dev.ductile.policies.lin;

import dev.ductile.api.Demand;
import dev.ductile.api.Figure;
import dev.ductile.api.JobNote;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeDecision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Divides the cluster into chunks of equal size. A new job joins the shortest queue, stays in it,
 * and has the chunk to itself when it is first (Berg et al., JSQ-Chunk, as in Lin et al., Section
 * V-B). A note has the job's chunk.
 */
record Chunks(int chunk, Notebook<ChunkNote> notebook) implements Division {
  /** The chunk in whose queue a job is, counted from 1; 0 for none. */
  record ChunkNote(int chunk) implements Note {}

  private static final ChunkNote NO_QUEUE = new ChunkNote(0);
  private static final double ROUNDING = 1e-9;

  @Override
  public Shares divide(Table table) {
    var queues = new Queues(count(table.empty().budget(), table));
    var large = new ArrayList<Candidate>();
    var notes = new ArrayList<JobNote>();
    queue(table, true, queues, large, notes);
    queue(table, false, queues, large, notes);
    var decisions = new ArrayList<SizeDecision>(table.candidates().size());
    int usable = queues.count() - inUse(table);
    for (Candidate head : holdersFirst(queues.heads())) {
      decisions.add(usable > 0 ? first(head, table.budget()) : taken(head));
      usable -= decisions.getLast().size().isNone() ? 0 : 1;
    }
    decisions.addAll(queues.behind());
    large.forEach(candidate -> decisions.add(rest(candidate, table.budget())));
    return new Shares(
        decisions,
        notes,
        Optional.empty(),
        List.of(new Figure("chunks", queues.count(), "chunks of the cluster")));
  }

  /** A chunk belongs to the first job of its queue, however little of it the job uses. */
  @Override
  public boolean reserves() {
    return true;
  }

  /**
   * Puts running jobs, or waiting jobs, into their noted queues; a job without one joins the
   * shortest queue.
   */
  private void queue(
      Table table, boolean holding, Queues queues, List<Candidate> large, List<JobNote> notes) {
    var newcomers = new ArrayList<Candidate>();
    for (Candidate candidate : table.candidates()) {
      if (candidate.job().holdsResources() != holding) {
        continue;
      }
      if (index(candidate) < 0) {
        large.add(candidate);
      } else if (!queues.rejoin(candidate, notebook.read(candidate.job(), NO_QUEUE).chunk() - 1)) {
        newcomers.add(candidate);
      }
    }
    for (Candidate candidate : newcomers) {
      notes.add(notebook.write(candidate.job().id(), new ChunkNote(queues.join(candidate) + 1)));
    }
  }

  /** Running jobs before waiting jobs, otherwise in the same order. */
  private static List<Candidate> holdersFirst(List<Candidate> candidates) {
    var sorted = new ArrayList<>(candidates);
    sorted.sort(Comparator.comparing(candidate -> !candidate.job().holdsResources()));
    return sorted;
  }

  private int count(Budget all, Table table) {
    return (int) Math.max(1, Math.floor(devices(all, table) / chunk + ROUNDING));
  }

  /** The number of chunks that protected jobs and jobs of higher priority hold. */
  private int inUse(Table table) {
    double held = devices(table.empty().budget(), table) - devices(table.budget(), table);
    return (int) Math.ceil(held / chunk - ROUNDING);
  }

  /** The devices to divide into chunks: the cluster's accelerators, or workers if it has none. */
  private static double devices(Budget budget, Table table) {
    return table
        .empty()
        .device()
        .map(budget::left)
        .orElseGet(
            () -> (double) table.candidates().stream().mapToInt(budget::workers).max().orElse(0));
  }

  /** The largest size that fits in a chunk, by its index; -1 if even the least is larger. */
  private int index(Candidate candidate) {
    Demand demand = candidate.job().spec().demand();
    int low = 0;
    int high = candidate.speeds().count() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (demand.devices(candidate.size(middle)) <= chunk + ROUNDING) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  private SizeDecision first(Candidate candidate, Budget budget) {
    int index = Math.min(index(candidate), budget.most(candidate));
    if (index < 0) {
      return taken(candidate);
    }
    Size size = candidate.size(index);
    boolean isCut = index < index(candidate);
    budget.take(candidate, size);
    return new SizeDecision(
        candidate,
        size,
        () ->
            Phrase.of(
                isCut
                    ? "it is first in the queue of its chunk of {chunkDevices}, and no more of it is left"
                    : "it is first in the queue of its chunk of {chunkDevices}, and it can use no more of it",
                Worded.count(chunk, "device")));
  }

  private static SizeDecision taken(Candidate candidate) {
    return SizeDecision.none(
        candidate,
        () ->
            Phrase.of(
                "it is first in the queue of its chunk, but other running jobs use part of it"));
  }

  /** Gives a job that is too large for any chunk its least size, from the remaining resources. */
  private SizeDecision rest(Candidate candidate, Budget budget) {
    Size least = candidate.size(0);
    if (!budget.covers(candidate, least)) {
      return SizeDecision.none(
          candidate,
          () ->
              Phrase.of(
                  "it is too large for a chunk of {chunkDevices}, so it comes after all other jobs",
                  Worded.count(chunk, "device")));
    }
    budget.take(candidate, least);
    return new SizeDecision(
        candidate,
        least,
        () ->
            Phrase.of(
                "it is too large for a chunk of {chunkDevices}, so it gets resources that other jobs left",
                Worded.count(chunk, "device")));
  }

  /** The queues of all chunks. Jobs join in order of arrival. */
  private static final class Queues {
    private final @Nullable Candidate[] heads;
    private final int[] lengths;
    private final List<SizeDecision> behind = new ArrayList<>();

    Queues(int count) {
      heads = new Candidate[count];
      lengths = new int[count];
    }

    int count() {
      return lengths.length;
    }

    /**
     * Puts a job into its noted queue; false if it cannot stay there. Of two running jobs with the
     * same chunk, the second cannot: its queue was chosen without sight of the first.
     */
    boolean rejoin(Candidate candidate, int at) {
      boolean isRunning = candidate.job().holdsResources();
      if (at < 0 || at >= count() || (isRunning && heads[at] != null)) {
        return false;
      }
      append(candidate, at);
      return true;
    }

    /**
     * Puts a job into the shortest queue, the first of equals, and returns that queue. If running
     * jobs join first, each of them finds a queue of its own.
     */
    int join(Candidate candidate) {
      int shortest = 0;
      for (int at = 1; at < count(); at++) {
        shortest = lengths[at] < lengths[shortest] ? at : shortest;
      }
      append(candidate, shortest);
      return shortest;
    }

    private void append(Candidate candidate, int at) {
      int before = lengths[at]++;
      if (heads[at] == null) {
        heads[at] = candidate;
      } else {
        behind.add(
            SizeDecision.none(
                candidate,
                () ->
                    Phrase.of(
                        "in the queue of chunk {chunk} behind {ahead}",
                        at + 1,
                        Worded.count(before, "job"))));
      }
    }

    List<Candidate> heads() {
      var present = new ArrayList<Candidate>();
      for (Candidate head : heads) {
        if (head != null) {
          present.add(head);
        }
      }
      return present;
    }

    List<SizeDecision> behind() {
      return behind;
    }
  }
}
