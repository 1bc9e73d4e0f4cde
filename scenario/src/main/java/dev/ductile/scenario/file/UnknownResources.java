package dev.ductile.scenario.file;

import dev.ductile.api.Demand;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.text.Suggestion;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds resources that a job names and no node of the cluster has; most are spelling mistakes. */
record UnknownResources(Nodes nodes) {
  /** The mistake in a sentence that the name of the job begins; empty if there is none. */
  Optional<String> of(Demand demand) {
    if (nodes.count() == 0) {
      return Optional.empty();
    }
    return Stream.of(demand.worker(), demand.server())
        .flatMap(task -> unknown(task).stream().map(name -> never(task, name)))
        .findFirst()
        .or(() -> unknown(demand.limit()).stream().findFirst().map(this::limit));
  }

  private String never(Resources task, String name) {
    return "can never run: needs %s, and no node has any%s"
        .formatted(Resources.of(name, task.amount(name)), suggestion(name));
  }

  private String limit(String name) {
    return "has a limit of %s, and no node has any%s".formatted(name, suggestion(name));
  }

  private String suggestion(String name) {
    return Suggestion.phrase(name, nodes.columns());
  }

  private TreeSet<String> unknown(Resources resources) {
    var names = new TreeSet<String>();
    resources
        .amounts()
        .forEach((name, amount) -> {
          if (amount > 0 && !nodes.columns().contains(name)) {
            names.add(name);
          }
        });
    return names;
  }
}
