package dev.ductile.engines.supervision;

import dev.ductile.api.RescaleMode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The labels of a task, which supervision reads when it takes the task over.
 *
 * @param rescaleMode how the job of the task changes its size
 * @param localIndex number of the task among those of its role on its node
 * @param lease all addresses that were reserved together with the task's own
 */
record TaskLabels(RescaleMode rescaleMode, int localIndex, Address address, List<Address> lease) {
  private static final String RESCALE_MODE = "mechanism";
  private static final String LOCAL_INDEX = "localIndex";
  private static final String ADDRESS = "address";
  private static final String LEASE = "lease";

  Map<String, String> toMap() {
    return Map.of(
        RESCALE_MODE,
        rescaleMode.name(),
        LOCAL_INDEX,
        Integer.toString(localIndex),
        ADDRESS,
        address.toString(),
        LEASE,
        lease.stream().map(Address::toString).collect(Collectors.joining(",")));
  }

  static TaskLabels of(Map<String, String> labels) {
    return new TaskLabels(
        RescaleMode.valueOf(labels.getOrDefault(RESCALE_MODE, "")),
        Integer.parseInt(labels.getOrDefault(LOCAL_INDEX, "")),
        Address.of(labels.getOrDefault(ADDRESS, "")),
        Stream.of(labels.getOrDefault(LEASE, "").split(",", -1)).map(Address::of).toList());
  }
}
