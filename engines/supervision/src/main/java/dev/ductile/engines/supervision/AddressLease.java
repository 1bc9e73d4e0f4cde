package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The addresses of some tasks, for which supervision waits up to a limit. */
final class AddressLease implements AutoCloseable {
  private final Addresses.Lease lease;
  private final String tasks;
  private final Instant since;
  private final EngineContext context;

  private AddressLease(Addresses.Lease lease, String tasks, Instant since, EngineContext context) {
    this.lease = lease;
    this.tasks = tasks;
    this.since = since;
    this.context = context;
  }

  static AddressLease begin(List<Addresses.Request> requests, EngineContext context) {
    Addresses.Lease lease = context.platform().addresses().lease(requests, context.wake());
    String first = requests.getFirst().toString();
    String tasks =
        requests.size() == 1
            ? first
            : "%s and the other tasks (%d addresses)".formatted(first, requests.size());
    return new AddressLease(lease, tasks, context.now(), context);
  }

  /** The addresses of tasks that an earlier engine has started. */
  static AddressLease takeOver(List<Address> addresses, EngineContext context) {
    Addresses.Lease lease = context.platform().addresses().leased(addresses);
    return new AddressLease(lease, "", context.now(), context);
  }

  /** The addresses, in the order of the requests; none while they are not granted. */
  Optional<List<Address>> addresses() {
    return lease.state() instanceof Addresses.State.Granted(List<Address> addresses)
        ? Optional.of(addresses)
        : Optional.empty();
  }

  /** Why supervision no longer waits. */
  Optional<String> problem(Instant now) {
    Duration limit = context.settings().answers().address();
    return switch (lease.state()) {
      case Addresses.State.Granted _ -> Optional.empty();
      case Addresses.State.Refused(String why) ->
          Optional.of("no address for %s: %s".formatted(tasks, why));
      case Addresses.State.Pending _ ->
          context.pauses().silence(since, now).compareTo(limit) < 0
              ? Optional.empty()
              : Optional.of("no address for %s after %s".formatted(tasks, Watchdog.seconds(limit)));
    };
  }

  void free() {
    lease.free();
  }

  @Override
  public void close() {
    lease.close();
  }
}
