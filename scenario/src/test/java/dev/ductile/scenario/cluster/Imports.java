package dev.ductile.scenario.cluster;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Node;
import dev.ductile.api.Resources;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Elasticity;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.text.Document;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Imports of samples and of generated clusters, read back as states. */
final class Imports {
  static final Catalog CATALOG = Catalog.installed();
  static final Path SAMPLES = Path.of("../examples/cluster");

  private static final double ROUNDING = 1e-9;

  private Imports() {}

  static ImportSettings settings(Optional<ClusterSource> source) {
    return new ImportSettings(CATALOG, source, ImportSettings.DEFAULT_TIME_LEFT, Optional.empty());
  }

  static ImportSettings elastic() {
    var rule = Elasticity.assumed(Elasticity.DEFAULT_MIN, Elasticity.DEFAULT_MAX, CATALOG);
    return new ImportSettings(
        CATALOG, Optional.empty(), ImportSettings.DEFAULT_TIME_LEFT, Optional.of(rule));
  }

  static ClusterImport read(ImportSettings settings, Path... files) {
    return ClusterImport.read(List.of(files).stream().map(InputFile::of).toList(), settings);
  }

  static ClusterImport sample(String... names) {
    return read(
        settings(Optional.empty()),
        List.of(names).stream().map(SAMPLES::resolve).toArray(Path[]::new));
  }

  /** Reads texts as files of a folder. */
  static ClusterImport texts(Path folder, String... texts) {
    var files = new ArrayList<Path>();
    try {
      for (String text : texts) {
        files.add(Files.writeString(folder.resolve("file-%d.json".formatted(files.size())), text));
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    return read(settings(Optional.empty()), files.toArray(Path[]::new));
  }

  static Cluster cluster(ClusterImport read) {
    return StateFile.of(Document.tree("state", read.state()).root(), CATALOG);
  }

  static Job job(Cluster cluster, String id) {
    return cluster.jobs().stream()
        .filter(job -> job.id().name().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no job " + id + " in " + cluster.jobs()));
  }

  /**
   * What is not free on each node that is up: all that its capacity lacks, and all that jobs hold.
   */
  static Map<String, Resources> used(Cluster cluster, Map<String, Resources> capacity) {
    var used = new HashMap<String, Resources>();
    List<Node> nodes = new ArrayList<>(cluster.nodes().list());
    cluster.settings().drained().values().forEach(node -> node.ifPresent(nodes::add));
    for (Node node : nodes) {
      String name = node.id().name();
      used.put(name, capacity.getOrDefault(name, Resources.NONE).minus(node.capacity()));
    }
    for (Job job : cluster.jobs()) {
      for (Allocation.Share share : job.allocation().shares()) {
        used.computeIfPresent(
            share.node().name(),
            (name, before) -> before.plus(job.spec().demand().of(share.size())));
      }
    }
    return used;
  }

  /** Whether two amounts are the same, up to rounding. */
  static boolean isSame(Resources one, Resources other) {
    return isWithin(one, other) && isWithin(other, one);
  }

  private static boolean isWithin(Resources one, Resources other) {
    return one.amounts().entrySet().stream()
        .allMatch(amount ->
            amount.getValue() - other.amount(amount.getKey())
                <= ROUNDING * Math.max(1, amount.getValue()));
  }
}
