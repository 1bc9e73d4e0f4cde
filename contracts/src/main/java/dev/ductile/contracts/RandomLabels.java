package dev.ductile.contracts;

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
 * none. Draws from a stream of its own, so that a picture without labels stays as it is.
 */
final class RandomLabels {
  private static final List<String> TYPES = List.of("", "type-a", "type-b");
  private static final List<String> ZONES = List.of("east", "west");

  private final Chance chance;

  RandomLabels(long seed) {
    this.chance = new Chance(new Seed(seed).stream("labels"));
  }

  Node on(Node node) {
    return new Node(
        node.id(), node.capacity(), labels(), new Device(Resources.GPU, chance.of(TYPES)));
  }

  /** What a job requires; now and then what no node has. */
  Demand on(Demand demand) {
    if (chance.oneIn(2)) {
      return demand;
    }
    String type = chance.oneIn(20) ? "type-unknown" : chance.of(TYPES);
    Demand typed = demand.withDevice(new Device(Resources.GPU, type));
    return chance.oneIn(2) ? typed : typed.withLabels(labels());
  }

  private Labels labels() {
    Map<String, String> values = new HashMap<>();
    if (chance.oneIn(2)) {
      values.put("zone", chance.of(ZONES));
    }
    if (chance.oneIn(3)) {
      values.put("disk", "ssd");
    }
    return Labels.of(values);
  }
}
