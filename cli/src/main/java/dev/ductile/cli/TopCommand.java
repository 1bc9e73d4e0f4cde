package dev.ductile.cli;

import dev.ductile.cli.service.TopScreen;
import dev.ductile.cli.train.TerminalSize;
import dev.ductile.reports.TextTable;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.rest.client.UnreachableException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the cluster live. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    header = "Shows the use of the cluster and its jobs, live.",
    description = {
      "",
      "Draws the allocated share of each resource over the last minutes, and the running jobs. Ctrl-C"
          + " ends it."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile top", "  ductile top --once"})
final class TopCommand implements Callable<Integer> {
  private static final String HOME = "\033[H\033[2J";
  private static final long PAUSE_MILLIS = 2_000;
  private static final int MOST_JOBS = 200;

  @Option(names = "--once", description = "Prints one picture, and ends.")
  private boolean once;

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() throws InterruptedException {
    var screen = new TopScreen();
    try (Client client = service.client()) {
      if (once || !Output.isTerminal()) {
        Output.print(text(client, screen));
        return ExitStatus.OK;
      }
      return draw(client, screen);
    }
  }

  /** Draws until the server is lost for good. */
  private static int draw(Client client, TopScreen screen) throws InterruptedException {
    int failed = 0;
    while (failed < ServiceOptions.TRIES) {
      try {
        show(text(client, screen));
        failed = 0;
      } catch (UnreachableException lost) {
        failed++;
        show(lost.getMessage() + "; trying again\n");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return ExitStatus.UNREACHABLE;
  }

  private static void show(String text) {
    System.out.print(HOME + text);
    System.out.flush();
  }

  private static String text(Client client, TopScreen screen) {
    ClusterView cluster = client.get(ResourcePath.of("cluster"), ClusterView.class);
    List<JobSummary> jobs =
        client
            .list(
                ResourcePath.of("jobs").with("state", "running").with("limit", MOST_JOBS),
                JobSummary.class)
            .items();
    screen.add(cluster);
    return screen.text(cluster, jobs, ServiceOptions.times(), Output.columns(), rows());
  }

  private static int rows() {
    return Output.columns() == TextTable.UNLIMITED
        ? MOST_JOBS
        : TerminalSize.of(System.getProperty("ductile.output", "")).rows();
  }
}
