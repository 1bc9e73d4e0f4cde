package dev.ductile.runtime.simulation;

import dev.ductile.runtime.simulation.PlantedFault.Edit;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Puts known faults back, one after the other, and counts the seeds until a simulation fails. */
public final class PlantedFaults {
  private static final Edit STEPS_FROM_REPORTS =
      new Edit(
          "master/coordinator/Attempt.java",
          ": StepDecision.independent(partitions, states);",
          """
          : StepDecision.independent(partitions, states)
              .map(found -> new StepDecision(
                  Math.max(view.assignment().step(), view.ledger.done()), found.start(), found.valid()));
          """);

  private PlantedFaults() {}

  static List<PlantedFault> all() {
    var all = new ArrayList<>(ofSteps());
    all.addAll(ofProximalSteps());
    all.addAll(ofJudging());
    all.addAll(ofCheckpoints());
    all.addAll(ofPauses());
    return all;
  }

  private static List<PlantedFault> ofSteps() {
    return List.of(
        PlantedFault.of(
            "forgotten-versions",
            "a job resumes with the reported step as the version of each partition",
            STEPS_FROM_REPORTS,
            new Edit(
                "checkpoint/PartReader.java",
                "copy.goOnFrom(behind.version(), behind.idle());",
                "copy.goOnFrom(copy.version(), 0);"),
            new Edit("training/Proximal.java", "if (owed > PERIOD) {", "if (owed < 0) {")),
        PlantedFault.of(
            "unreported-pushes",
            "asp and ssp make more steps than asked, because steps of dead workers do not count",
            STEPS_FROM_REPORTS));
  }

  private static List<PlantedFault> ofProximalSteps() {
    return List.of(
        PlantedFault.of(
            "owed-on-pull",
            "workers pull rows without the proximal steps that they owe",
            new Edit(
                "parameters/Replica.java",
                "step.read(arrays[0], slots, keys.row(k) * width, width, rows, k * width);",
                "System.arraycopy(arrays[0], keys.row(k) * width, rows, k * width, width);")),
        PlantedFault.of(
            "owed-on-save",
            "checkpoints have rows without the proximal steps that they owe",
            new Edit(
                "replication/CheckpointSaving.java",
                "frozen -> frozen.settledBy(context.store().rule(frozen.partition()), part.rateFactor())",
                "frozen -> frozen")));
  }

  private static List<PlantedFault> ofJudging() {
    return List.of(
        PlantedFault.of(
            "silent-master",
            "a master reports nothing while nothing changes",
            new Edit("master/coordinator/JobCoordinator.java", "      view.tellStatus();\n", "")),
        PlantedFault.of(
            "unread-answers",
            "a master that was stopped judges tasks whose answers lie unread",
            new Edit("master/coordinator/JobView.java", "    return judges;", "    return true;"),
            new Edit("transport/AwakeClock.java", "if (tooLong > 0) {", "if (tooLong == 1) {")));
  }

  private static List<PlantedFault> ofCheckpoints() {
    return List.of(
        PlantedFault.of(
            "begins-anew",
            "a job whose checkpoints are all damaged begins at step 0",
            new Edit("checkpoint/Checkpoints.java", "      throw refusal(damages);\n", "")),
        PlantedFault.of(
            "silent-way-back",
            "a damaged checkpoint is passed over without a word",
            new Edit(
                "checkpoint/Checkpoints.java",
                "    for (Damage damage : damages) {",
                "    for (Damage damage : List.<Damage>of()) {")),
        PlantedFault.of(
            "unverified-parts",
            "a job resumes from a checkpoint in which a bit has flipped",
            new Edit(
                "checkpoint/CheckpointFolder.java",
                "        part.verify(path);",
                "        if (part.bytes() < 0) {\n          part.verify(path);\n        }")),
        PlantedFault.of(
            "unsealed-left",
            "parts of checkpoints that were never completed stay for ever",
            new Edit(
                "checkpoint/Checkpoints.java",
                "  public synchronized void deleteUnsealed() throws IOException {\n",
                "  public synchronized void deleteUnsealed() throws IOException {\n    if (keep > 0) {\n      return;\n    }\n")),
        PlantedFault.of(
            "missed-saves",
            "a save that was lost in a reconfiguration is not made up for",
            new Edit(
                "master/saving/CheckpointSchedule.java",
                "(saved / many + 1) * many",
                "(Math.max(saved, lastOrdered) / many + 1) * many"),
            new Edit(
                "master/saving/CheckpointSchedule.java",
                "  private int vain;\n",
                "  private int vain;\n  private long lastOrdered;\n"),
            new Edit(
                "master/saving/CheckpointSchedule.java",
                "return next <= soon ? OptionalLong.of(Math.max(next, earliest)) : OptionalLong.empty();",
                "lastOrdered = next <= soon ? Math.max(next, earliest) : lastOrdered;\n    return next <= soon ? OptionalLong.of(lastOrdered) : OptionalLong.empty();")));
  }

  private static List<PlantedFault> ofPauses() {
    return List.of(
        PlantedFault.of(
            "held-back",
            "a worker of ssp continues to a boundary that it reaches only with halted ones",
            new Edit(
                "worker/WorkerSteps.java",
                "phase.is(WorkerPhase.PULLING) ? step : step + 1",
                "step + 1")),
        PlantedFault.of(
            "late-resume",
            "a worker that heard late that it was resumed seems to have made progress then",
            new Edit("worker/IdleClock.java", "restart(false)", "restart(true)")),
        PlantedFault.of(
            "idle-survivor",
            "a pause after a death begins with the last step of those that are left",
            new Edit(
                "master/coordinator/Barriers.java",
                "new HashMap<>(reported)",
                "new HashMap<Integer, Long>()")),
        PlantedFault.of(
            "last-attempt",
            "a pause begins when the first worker halts in the last attempt",
            new Edit(
                "master/coordinator/Barriers.java",
                "    halted = false;\n",
                "    halted = false;\n    firstHalt = Optional.empty();\n"),
            new Edit(
                "master/coordinator/Barriers.java",
                "return cutOff ? Math.min(halt, lastProgress()) : halt;",
                "return lastProgress() > Long.MAX_VALUE - 1 ? 0 : halt;")),
        PlantedFault.of(
            "stopped-clock",
            "a pause lacks the time for which the master did not run",
            new Edit("master/Master.java", "loop::realNanoTime", "loop::nanoTime")));
  }

  /** Simulates jobs with each fault in turn: PlantedFaults SOURCES SEEDS [NAME...]. */
  public static void main(String[] arguments) throws Exception {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    long seeds = Long.parseLong(arguments[1]);
    List<String> names = List.of(arguments).subList(2, arguments.length);
    var searches = new ArrayList<Search>();
    for (PlantedFault fault : all()) {
      if (names.isEmpty() || names.contains(fault.name())) {
        Search search = search(fault, Path.of(arguments[0]), seeds);
        out.printf("%-20s %s%n", fault.name(), search.result());
        searches.add(search);
      }
    }
    FigureFile figures = FigureFile.ofThisRun();
    addFigures(searches, seeds, figures);
    figures.write();
    System.exit(searches.stream().allMatch(Search::isFound) ? 0 : 1);
  }

  /**
   * The search for a fault.
   *
   * @param result the result of {@link Simulations#firstFailure}
   */
  record Search(String fault, String result) {
    boolean isFound() {
      return !result.startsWith(Simulations.NONE);
    }
  }

  /** Adds the number of faults that are found, and the result of each search. */
  static void addFigures(List<Search> searches, long seeds, FigureFile figures) {
    String parameters = "at most %d jobs a fault".formatted(seeds);
    long found = searches.stream().filter(Search::isFound).count();
    figures.add(parameters + ", faults found", "%d of %d".formatted(found, searches.size()));
    for (Search search : searches) {
      String result = search.result().split(":", 2)[0];
      figures.add("%s, %s".formatted(parameters, search.fault()), result);
    }
  }

  private static Search search(PlantedFault fault, Path sources, long seeds) throws Exception {
    Path classes = compile(fault.name(), fault.plant(sources));
    try (var loader = new URLClassLoader(path(classes), ClassLoader.getPlatformClassLoader())) {
      String result =
          (String)
              Class.forName(Simulations.class.getName(), true, loader)
                  .getMethod("firstFailure", long.class)
                  .invoke(null, seeds);
      return new Search(fault.name(), result);
    } finally {
      delete(classes);
    }
  }

  /** The classes that were compiled with the fault come before all others. */
  private static URL[] path(Path classes) throws MalformedURLException {
    var all = new ArrayList<URL>();
    all.add(classes.toUri().toURL());
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      all.add(Path.of(entry).toUri().toURL());
    }
    return all.toArray(URL[]::new);
  }

  private static Path compile(String name, Map<String, String> sources) throws IOException {
    Path folder = Files.createTempDirectory("planted-" + name);
    var arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", folder.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (var source : sources.entrySet()) {
      Path file = folder.resolve("source").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      arguments.add(Files.writeString(file, source.getValue()).toString());
    }
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new))
        != 0) {
      throw new IllegalStateException("planted fault " + name + " does not compile");
    }
    return folder;
  }

  private static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (Path path : all.toList().reversed()) {
        Files.delete(path);
      }
    }
  }
}
