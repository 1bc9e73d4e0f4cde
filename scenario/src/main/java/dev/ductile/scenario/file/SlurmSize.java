package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Quantity;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The workers that a script for sbatch asks for. A worker is the part of the job on one node; if
 * only tasks are given, it is one task.
 */
record SlurmSize(SlurmOptions options) {
  private static final Pattern NODES = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");
  private static final Pattern GPUS =
      Pattern.compile("(?:gpu:)?(?:([A-Za-z][A-Za-z0-9_.-]*)[:=])?(\\d{1,6})");

  void write(ObjectNode job) {
    Optional<SlurmOptions.Given> nodes = options.find(SlurmOption.NODES);
    int tasks = options.number(SlurmOption.NTASKS).orElse(1);
    int least = tasks;
    int most = tasks;
    if (nodes.isPresent()) {
      Matcher range = NODES.matcher(nodes.get().value());
      if (!range.matches()) {
        throw nodes.get().mustBe("a number of nodes, or a range such as 1-4");
      }
      least = Integer.parseInt(range.group(1));
      most = range.group(2) == null ? least : Integer.parseInt(range.group(2));
    }
    ObjectNode workers = job.putObject("bounds").putObject("workers");
    workers.put("min", Math.max(1, least)).put("max", Math.max(1, most));
    worker(job, Math.max(1, least), nodes.isPresent() ? tasksOfNode(tasks, least) : 1);
  }

  private int tasksOfNode(int tasks, int nodes) {
    return options
        .number(SlurmOption.NTASKS_PER_NODE)
        .orElse(Math.ceilDiv(tasks, Math.max(1, nodes)));
  }

  private void worker(ObjectNode job, int workers, int tasks) {
    int perNode = options.find(SlurmOption.NODES).isPresent() ? 1 : workers;
    int cpus = options.number(SlurmOption.CPUS_PER_TASK).orElse(1) * tasks;
    ObjectNode worker = job.putObject("worker").put("cpu", cpus);
    double gpus =
        gpus(SlurmOption.GRES, job) / perNode
            + gpus(SlurmOption.GPUS_PER_NODE, job) / perNode
            + gpus(SlurmOption.GPUS_PER_TASK, job) * tasks
            + gpus(SlurmOption.GPUS, job) / workers;
    if (gpus > 0) {
      worker.put("gpu", gpus);
    }
    double memory = memory(SlurmOption.MEM) / perNode + memory(SlurmOption.MEM_PER_CPU) * cpus;
    if (memory > 0) {
      worker.put("memory", memory);
    }
  }

  /** The number in an option such as {@code gpu:a100:4}, and the type that it asks for. */
  private double gpus(SlurmOption option, ObjectNode job) {
    Optional<SlurmOptions.Given> given = options.find(option);
    if (given.isEmpty()) {
      return 0;
    }
    Matcher amount = GPUS.matcher(given.get().value());
    if (!amount.matches()
        || (option == SlurmOption.GRES && !given.get().value().startsWith("gpu"))) {
      throw given.get().mustBe("a number of GPUs such as gpu:4 or gpu:a100:4");
    }
    Optional.ofNullable(amount.group(1))
        .filter(type -> !type.equals("gpu"))
        .ifPresent(type -> job.put("deviceType", type));
    return Integer.parseInt(amount.group(2));
  }

  /** Bytes; Slurm counts in mebibytes if there is no unit. */
  private double memory(SlurmOption option) {
    Optional<SlurmOptions.Given> given = options.find(option);
    if (given.isEmpty()) {
      return 0;
    }
    String text = given.get().value();
    String unit =
        text.matches("\\d+") ? text + "Mi" : text.replaceFirst("(?<=[KMGTkmgt])[Bb]?$", "i");
    return Quantity.amount(unit.toUpperCase(Locale.ROOT).replace("I", "i"))
        .orElseThrow(() -> given.get().mustBe("an amount of memory such as 64G"));
  }
}
