package dev.ductile.policies.placements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every installed placement on nodes of which a job may use only some. */
final class LabelledNodesTest {
  private static final Demand SERVED =
      new Demand(
          Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 3.0)),
          Resources.of(Resources.CPU, 2),
          Resources.NONE);

  static List<PlacementProvider> placements() {
    return ServiceLoader.load(PlacementProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /** With labels a job finds a place exactly if the cluster of its eligible nodes has one. */
  @ParameterizedTest
  @MethodSource("placements")
  void labelsAreObeyedAndHideNoPlace(PlacementProvider provider) {
    Placement placement = provider.create();
    for (long seed = 0; seed < 200; seed++) {
      RandomGenerator random = new Seed(seed).stream("labels");
      Nodes nodes = labelled(random);
      Demand demand = SERVED.withLabels(Labels.of("zone", "east"));
      Nodes eligible = Nodes.of(nodes.list().stream().filter(demand::accepts).toList());
      var size = new Size(random.nextInt(1, 6), random.nextInt(3));
      Job job = job(demand, size);

      Optional<Allocation> place = placement.place(job, size, FreeCapacity.of(nodes));

      assertThat(place.isPresent())
          .as("seed %d", seed)
          .isEqualTo(placement.place(job, size, FreeCapacity.of(eligible)).isPresent());
      place.ifPresent(where ->
          where
              .shares()
              .forEach(share ->
                  assertThat(demand.accepts(nodes.find(share.node()).orElseThrow())).isTrue()));
    }
  }

  private static Nodes labelled(RandomGenerator random) {
    var nodes = new ArrayList<Node>();
    for (int i = random.nextInt(1, 9); i > 0; i--) {
      Resources capacity =
          Resources.of(Map.of(Resources.GPU, random.nextInt(5) + 0.0, Resources.CPU, 12.0));
      Labels labels = random.nextBoolean() ? Labels.of("zone", "east") : Labels.NONE;
      nodes.add(new Node(new NodeId("node-" + i), capacity, labels, Device.GPU));
    }
    return Nodes.of(nodes);
  }

  private static Job job(Demand demand, Size size) {
    var bounds = new Bounds(Range.exactly(size.workers()), Range.exactly(size.servers()));
    return Job.submitted(
        JobSpec.of(new JobId("a"), demand, bounds, Work.steps(1)),
        0,
        Instant.EPOCH,
        Speed.UNKNOWN,
        Duration.ZERO);
  }
}
