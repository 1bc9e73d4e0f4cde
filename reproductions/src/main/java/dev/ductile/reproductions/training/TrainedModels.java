package dev.ductile.reproductions.training;

import dev.ductile.learned.training.TrainingListener;
import dev.ductile.scenario.Catalog;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Trains models at the same time, each after the training that it continues. A model whose file is
 * already there is not trained again.
 */
public final class TrainedModels {
  private final ModelFolder folder;
  private final Catalog catalog;
  private final int threads;
  private final TrainingContext context;
  private int planned;
  private int trained;
  private volatile boolean failed;

  public TrainedModels(ModelFolder folder, Catalog catalog, int threads, TrainingContext context) {
    this.folder = folder;
    this.catalog = catalog;
    this.threads = threads;
    this.context = context;
  }

  /** Trains what these plans need; all plans are checked before the first training. */
  public void train(Collection<TrainingPlan> plans) {
    var missing = new LinkedHashMap<String, TrainingPlan>();
    plans.forEach(plan -> add(plan, missing));
    var groups = new LinkedHashMap<String, List<TrainingPlan>>();
    for (TrainingPlan plan : missing.values()) {
      groups.computeIfAbsent(plan.whole().hash(), _ -> new ArrayList<>()).add(plan);
    }
    var runs = new LinkedHashMap<String, TrainingRun>();
    groups.forEach((hash, taken) ->
        runs.put(hash, new TrainingRun(taken, folder, catalog, context.version())));
    planned = runs.values().stream().mapToInt(TrainingRun::episodes).sum();
    count(0);
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      var ends = new LinkedHashMap<String, CompletableFuture<Void>>();
      runs.forEach((hash, run) -> ends.put(hash, end(run, ends, pool)));
      ends.values().forEach(TrainedModels::await);
    }
  }

  /** Adds a plan behind those that it needs. */
  private void add(TrainingPlan plan, Map<String, TrainingPlan> missing) {
    if (missing.containsKey(plan.fileName()) || Files.exists(folder.file(plan))) {
      return;
    }
    plan.from()
        .ifPresent(before -> {
          add(before, missing);
          plan.until().ifPresent(slots -> add(before.upTo(slots), missing));
        });
    missing.put(plan.fileName(), plan);
  }

  /** Runs a training after the one that it continues, which is among those before or done. */
  private CompletableFuture<Void> end(
      TrainingRun run, Map<String, CompletableFuture<Void>> before, ExecutorService pool) {
    return run.from()
        .map(from -> before.get(from.whole().hash()))
        .orElseGet(() -> CompletableFuture.completedFuture(null))
        .thenRunAsync(() -> run(run), pool);
  }

  private void run(TrainingRun run) {
    var episodes = new Episodes();
    try {
      run.run(episodes);
    } catch (RuntimeException problem) {
      failed = true;
      throw problem;
    }
    count(run.episodes() - episodes.done);
  }

  private synchronized void count(int episodes) {
    trained += episodes;
    context.progress().runs(trained, planned);
  }

  private static void await(CompletableFuture<Void> end) {
    try {
      end.join();
    } catch (CompletionException problem) {
      throw problem.getCause() instanceof RuntimeException cause ? cause : problem;
    }
  }

  /** Counts episodes, and stops a training after the failure of another. */
  private final class Episodes implements TrainingListener {
    private int done;

    @Override
    public void trained(int trainedNow, int ofAll) {
      count(trainedNow - done);
      done = trainedNow;
    }

    @Override
    public boolean isStopped() {
      return failed;
    }
  }
}
