package dev.ductile.cli;

import dev.ductile.cli.service.JobLists;
import dev.ductile.reports.TextTable;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.LogName;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.LogFeed;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the log of a task. */
@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    header = "Prints the log of a task of a job.",
    description = {
      "",
      "Without --task, prints the log of worker-0, or of the task that wrote last. Logs stay after"
          + " their processes have ended."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile logs ads",
      "  ductile logs ads --tail 20 -f",
      "  ductile logs ads --task worker-3 --generation 2",
      "  ductile logs ads --list"
    })
final class LogsCommand implements Callable<Integer> {
  private static final String USUAL_TASK = "worker-0";
  private static final int MOST_LINES = 100_000;

  @Parameters(
      paramLabel = "JOB",
      completionCandidates = Known.ServerJobs.class,
      description = "The id of the job.")
  private String job = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Prints further text until the task has ended.")
  private boolean follow;

  @Option(names = "--task", paramLabel = "TASK", description = "The task, such as worker-3.")
  private Optional<String> task = Optional.empty();

  @Option(
      names = "--generation",
      paramLabel = "N",
      description = "The start of the task, as --list shows it (default: the last one).")
  private Optional<Integer> generation = Optional.empty();

  @Option(
      names = "--tail",
      paramLabel = "N",
      description = "Prints only the last N lines, and with -f those that follow.")
  private Optional<Integer> tail = Optional.empty();

  @Option(names = "--list", description = "Lists the logs of the job instead.")
  private boolean list;

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() throws InterruptedException {
    try (Client client = service.client()) {
      List<LogName> logs = client.get(ResourcePath.of("jobs", job), JobDetails.class).logs();
      if (list) {
        Output.print(JobLists.logs(logs, ServiceOptions.times()).table(true, TextTable.UNLIMITED));
        return ExitStatus.OK;
      }
      LogName chosen = chosen(logs);
      var feed = new LogFeed(client, job, chosen.task(), Optional.of(chosen.generation()), 0);
      if (tail.isPresent()) {
        feed = feed.last(lines(tail.get()), chosen.bytes(), LogsCommand::write);
      }
      if (follow) {
        feed.follow(LogsCommand::write, Thread::sleep, ServiceOptions.TRIES);
      } else if (tail.isEmpty()) {
        feed.read(LogsCommand::write);
      }
    }
    return ExitStatus.OK;
  }

  private static int lines(int wanted) {
    if (wanted < 0 || wanted > MOST_LINES) {
      throw new InputException(
          "--tail takes a number of lines from 0 to %,d, not %d".formatted(MOST_LINES, wanted));
    }
    return wanted;
  }

  private LogName chosen(List<LogName> logs) {
    return logs.stream()
        .filter(log -> generation.isEmpty() || generation.get() == log.generation())
        .filter(log -> task.isEmpty() || task.get().equals(log.task()))
        .max(
            Comparator.<LogName>comparingInt(log -> log.task().equals(USUAL_TASK) ? 1 : 0)
                .thenComparingInt(LogName::generation)
                .thenComparing(LogName::written))
        .orElseThrow(() -> none(logs));
  }

  private InputException none(List<LogName> logs) {
    if (logs.isEmpty()) {
      return new InputException(
          "the job %s has no log yet; 'ductile why %s' says why".formatted(job, job));
    }
    String named = task.orElse(USUAL_TASK);
    return new InputException(
        "the job %s has no such log of %s%s"
            .formatted(
                job,
                named,
                Suggestion.phrase(named, logs.stream().map(LogName::task).distinct().toList())));
  }

  private static void write(String text) {
    System.out.print(text);
    System.out.flush();
  }
}
