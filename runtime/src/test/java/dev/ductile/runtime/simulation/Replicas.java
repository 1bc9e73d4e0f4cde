package dev.ductile.runtime.simulation;

import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.server.ServerReplicas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Copies of a partition with the same version in the same generation have the same numbers. */
final class Replicas {
  private final Map<String, Replica> seen = new HashMap<>();
  private final List<String> differences = new ArrayList<>();

  void add(String server, ServerReplicas copies) {
    for (Replica copy : copies.all()) {
      String what =
          "partition %d at version %d in generation %d"
              .formatted(copy.partition().id(), copy.version(), copies.generation());
      Replica other = seen.putIfAbsent(what, copy);
      if (other != null && !areEqual(copy, other)) {
        differences.add("%s has other numbers than its replica in %s".formatted(server, what));
      }
    }
  }

  private static boolean areEqual(Replica one, Replica other) {
    for (int array = 0; array < one.arrays(); array++) {
      if (!Arrays.equals(one.array(array), other.array(array))) {
        return false;
      }
    }
    return true;
  }

  List<String> differences() {
    return differences;
  }
}
