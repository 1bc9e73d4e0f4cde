package dev.ductile.server.use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.engines.supervision.Role;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskUse;
import dev.ductile.journal.Database;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The use of a job is the sum of the use of its tasks, however often and by whom it is read. */
class CountedUseLawTest {
  private static final int SEEDS = 10 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int MEASUREMENTS = 40;
  private static final JobId JOB = new JobId("job");
  private static final double DEVICES_PER_CPU = 0.5;

  @TempDir private Path folder;

  @Test
  void eachSecondOfATaskCountsOnceAlsoWhenTheServerRestarts() throws Exception {
    try (Database database = Database.open("jdbc:sqlite:" + folder.resolve("use.db"))) {
      long first = System.nanoTime();
      for (long seed = first; seed < first + SEEDS; seed++) {
        database.update(session -> UseTable.remove(session, JOB));
        check(database, new SplittableRandom(seed), "seed " + seed);
      }
    }
  }

  private static void check(Database database, SplittableRandom random, String story) {
    var tasks = new ArrayList<TaskUse>();
    double used = 0;
    double measured = 0;
    CountedUse counted = CountedUse.NONE;
    for (int i = 0; i < MEASUREMENTS; i++) {
      if (tasks.isEmpty() || random.nextInt(5) == 0) {
        tasks.add(task(i, random.nextInt(4), 0, 0));
      }
      if (tasks.size() > 1 && random.nextInt(5) == 0) {
        tasks.remove(random.nextInt(tasks.size())); // it is forgotten after it was read
      }
      for (int t = 0; t < tasks.size(); t++) {
        double cpuSeconds = random.nextDouble(20);
        double seconds = random.nextDouble(10);
        TaskUse before = tasks.get(t);
        used += cpuSeconds * DEVICES_PER_CPU;
        measured += seconds * before.cpus() * DEVICES_PER_CPU;
        tasks.set(t, more(before, cpuSeconds, seconds));
      }
      counted = counted.with(List.copyOf(tasks), DEVICES_PER_CPU);
      if (random.nextBoolean()) {
        counted = restart(database, counted);
        counted = counted.with(List.copyOf(tasks), DEVICES_PER_CPU);
      }
    }
    assertThat(counted.devices().used()).as(story).isCloseTo(used, within(1e-6));
    assertThat(counted.devices().measured()).as(story).isCloseTo(measured, within(1e-6));
    assertThat(counted.tasks()).as(story).hasSameSizeAs(tasks);
  }

  /** The use as the next server reads it. */
  private static CountedUse restart(Database database, CountedUse use) {
    database.update(session -> UseTable.write(session, Map.of(JOB, use)));
    Map<JobId, CountedUse> stored = UseTable.load(database);
    assertThat(stored).containsExactly(Map.entry(JOB, use));
    return stored.values().iterator().next();
  }

  private static TaskUse task(int number, double cpus, double cpuSeconds, double seconds) {
    return new TaskUse(
        new TaskId(JOB, 1, Role.WORKER, number, 1),
        new NodeId("node-1"),
        cpus,
        cpuSeconds,
        seconds,
        0,
        0);
  }

  private static TaskUse more(TaskUse task, double cpuSeconds, double seconds) {
    return task(
        task.task().index(), task.cpus(), task.cpuSeconds() + cpuSeconds, task.seconds() + seconds);
  }
}
