package dev.ductile.laws;

import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Random labels and device types of nodes, and jobs that require some of them; most jobs require
 * none. It has its own stream of random numbers, so a picture without labels stays the same.
 */
public final class RandomLabels {
  private static final List<String> TYPES = List.of("", "type-a", "type-b");
  private static final List<String> ZONES = List.of("east", "west");

  private final RandomDraws draws;

  RandomLabels(long seed) {
    this.draws = new RandomDraws(new Seed(seed).stream("labels"));
  }

  Node on(Node node) {
    return new Node(
        node.id(), node.capacity(), labels(), new Device(Resources.GPU, draws.of(TYPES)));
  }

  /** The requirements of a job; sometimes ones that no node meets. */
  Demand on(Demand demand) {
    if (draws.oneIn(2)) {
      return demand;
    }
    String type = draws.oneIn(20) ? "type-unknown" : draws.of(TYPES);
    Demand typed = demand.withDevice(new Device(Resources.GPU, type));
    return draws.oneIn(2) ? typed : typed.withLabels(labels());
  }

  private Labels labels() {
    Map<String, String> values = new HashMap<>();
    if (draws.oneIn(2)) {
      values.put("zone", draws.of(ZONES));
    }
    if (draws.oneIn(3)) {
      values.put("disk", "ssd");
    }
    return Labels.of(values);
  }
}
