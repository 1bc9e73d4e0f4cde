package dev.ductile.reproductions.experiment;

import dev.ductile.reproductions.training.ModelFolder;
import dev.ductile.reproductions.training.TrainedModels;
import dev.ductile.reproductions.training.TrainingContext;
import dev.ductile.scenario.Catalog;
import dev.ductile.simulator.Experiment.ProgressListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs experiments. Each cell of a figure is computed once for each seed, and cells that need the
 * same run share it.
 */
public final class ExperimentRunner {
  private final Catalog catalog;
  private final int threads;
  private final ProgressListener progress;
  private final TrainingContext training;

  /** Runs whose trained models are not kept. */
  public ExperimentRunner(Catalog catalog, int threads, ProgressListener progress) {
    this(catalog, threads, progress, TrainingContext.TEMPORARY);
  }

  public ExperimentRunner(
      Catalog catalog, int threads, ProgressListener progress, TrainingContext training) {
    this.catalog = catalog;
    this.threads = threads;
    this.progress = progress;
    this.training = training;
  }

  /**
   * Runs a whole experiment.
   *
   * @param file its file; paths in it are relative to the file's folder
   * @param x the unit of the points
   * @param y the unit of the cells
   */
  public Grid run(FigureExperiment experiment, Path file, AxisUnit x, AxisUnit y) {
    try (var folder = ModelFolder.of(training.kept())) {
      var trials = new CellRuns(experiment, file, x, catalog, folder);
      List<PlannedCell> planned = planned(experiment, trials);
      new TrainedModels(folder, catalog, threads, training)
          .train(planned.stream().flatMap(cell -> cell.trainings().stream()).toList());
      double[] values = values(planned.stream().map(cell -> cell.run().get()).toList());
      return grid(experiment, values, y);
    }
  }

  private static List<PlannedCell> planned(FigureExperiment experiment, CellRuns trials) {
    var all = new ArrayList<PlannedCell>();
    for (Line line : experiment.lines()) {
      for (Point point : experiment.points()) {
        experiment.seedList().forEach(seed -> all.add(trials.planned(line, point, seed)));
      }
    }
    return all;
  }

  private static Grid grid(FigureExperiment experiment, double[] values, AxisUnit y) {
    List<Point> points = experiment.points();
    List<Long> seeds = experiment.seedList();
    var rows = new ArrayList<List<Cell>>();
    int next = 0;
    for (int line = 0; line < experiment.lines().size(); line++) {
      var row = new ArrayList<Cell>();
      for (int point = 0; point < points.size(); point++) {
        row.add(cell(values, next, seeds.size(), y));
        next += seeds.size();
      }
      rows.add(List.copyOf(row));
    }
    var grid = new Grid(experiment.lines().stream().map(Line::name).toList(), points, rows);
    return experiment.relativeTo().map(grid::relativeTo).orElse(grid);
  }

  private static Cell cell(double[] values, int from, int count, AxisUnit unit) {
    var cell = new ArrayList<Double>();
    for (int i = from; i < from + count; i++) {
      cell.add(unit.outside(values[i]));
    }
    return new Cell(cell);
  }

  /** The number of each trial; a run that several trials read is done once and then dropped. */
  private double[] values(List<CellRun> trials) {
    var shared = new LinkedHashMap<CellRun.Parts, List<Integer>>();
    for (int i = 0; i < trials.size(); i++) {
      shared.computeIfAbsent(trials.get(i).parts(), _ -> new ArrayList<>()).add(i);
    }
    double[] values = new double[trials.size()];
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      var readings = new ArrayList<Future<Map<Integer, Double>>>();
      for (List<Integer> readers : shared.values()) {
        readings.add(pool.submit(() -> readings(trials, readers)));
      }
      int done = 0;
      progress.runs(done, readings.size());
      for (var reading : readings) {
        await(reading, pool).forEach((trial, value) -> values[trial] = value);
        progress.runs(++done, readings.size());
      }
    }
    return values;
  }

  private static Map<Integer, Double> readings(List<CellRun> trials, List<Integer> readers) {
    Object outcome = trials.get(readers.getFirst()).work().get();
    var values = new LinkedHashMap<Integer, Double>();
    for (int reader : readers) {
      values.put(reader, trials.get(reader).reading().applyAsDouble(outcome));
    }
    return values;
  }

  private static <T> T await(Future<T> future, ExecutorService pool) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while runs were under way", e);
    } catch (ExecutionException e) {
      pool.shutdownNow();
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
