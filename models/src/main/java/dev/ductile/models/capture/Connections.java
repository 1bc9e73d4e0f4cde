package dev.ductile.models.capture;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** All connections of a capture; finds those of a worker and its server. */
final class Connections {
  private static final int MOST_CONNECTIONS = 65_536;
  private static final int SHOWN = 3;

  private final Map<Ends, Tally> tallies = new LinkedHashMap<>();

  /** The two ends of a connection, independent of the direction. */
  private record Ends(Endpoint one, Endpoint other) {
    static Ends of(Segment segment) {
      boolean inOrder = compare(segment.from(), segment.to()) <= 0;
      return inOrder
          ? new Ends(segment.from(), segment.to())
          : new Ends(segment.to(), segment.from());
    }

    private static int compare(Endpoint one, Endpoint other) {
      int byHost = compare(one.host(), other.host());
      return byHost != 0 ? byHost : Integer.compare(one.port(), other.port());
    }

    private static int compare(InetAddress one, InetAddress other) {
      return Arrays.compare(one.getAddress(), other.getAddress());
    }

    boolean isBetween(Ends pair) {
      return one.host().equals(pair.one.host()) && other.host().equals(pair.other.host());
    }

    boolean isWithinOneHost() {
      return one.host().equals(other.host());
    }
  }

  private static final class Tally {
    private long bytes;
    private Optional<Endpoint> listener = Optional.empty();
  }

  void add(Segment segment) throws UnusableCaptureException {
    if (segment.payload() == 0 && !segment.answersOpening()) {
      return;
    }
    Tally tally = tallies.computeIfAbsent(Ends.of(segment), ends -> new Tally());
    if (tallies.size() > MOST_CONNECTIONS) {
      throw new UnusableCaptureException(
          "more than %d connections; capture those of one worker and its server only"
              .formatted(MOST_CONNECTIONS));
    }
    tally.bytes += segment.payload();
    if (segment.answersOpening()) {
      tally.listener = Optional.of(segment.from());
    }
  }

  /**
   * The worker and the server: the named server, else the listening end of the busiest connection.
   */
  WorkerServerPair parties(Optional<ServerAddress> named) throws UnusableCaptureException {
    if (tallies.isEmpty()) {
      throw new UnusableCaptureException("has no TCP packet with a payload");
    }
    Ends busiest = busiest(named);
    Endpoint server = server(busiest, named);
    Endpoint worker = busiest.one().equals(server) ? busiest.other() : busiest.one();
    OptionalInt port =
        busiest.isWithinOneHost()
            ? OptionalInt.of(server.port())
            : named.map(ServerAddress::port).orElse(OptionalInt.empty());
    return new WorkerServerPair(server.host(), port, worker.host());
  }

  private Ends busiest(Optional<ServerAddress> named) throws UnusableCaptureException {
    return tallies.entrySet().stream()
        .filter(entry -> named.isEmpty() || touches(entry.getKey(), named.get()))
        .max(Comparator.comparingLong(entry -> entry.getValue().bytes))
        .map(Map.Entry::getKey)
        .orElseThrow(() ->
            new UnusableCaptureException("no connection has that server; " + busiestInWords()));
  }

  private static boolean touches(Ends ends, ServerAddress server) {
    return server.isAt(ends.one()) || server.isAt(ends.other());
  }

  private Endpoint server(Ends ends, Optional<ServerAddress> named)
      throws UnusableCaptureException {
    Optional<Endpoint> meant = named.flatMap(server -> meant(ends, server));
    return meant.isPresent() ? meant.get() : listener(ends);
  }

  private Endpoint listener(Ends ends) throws UnusableCaptureException {
    return tallies.entrySet().stream()
        .filter(entry -> entry.getKey().isBetween(ends))
        .filter(entry -> entry.getValue().listener.isPresent())
        .max(Comparator.comparingLong(entry -> entry.getValue().bytes))
        .flatMap(entry -> entry.getValue().listener)
        .map(listener -> asEnd(ends, listener))
        .orElseThrow(() ->
            new UnusableCaptureException(
                "the start of no connection was captured; name the server with"
                    + " --server HOST:PORT; "
                    + busiestInWords()));
  }

  /** The end with the given address, unless both have it. */
  private static Optional<Endpoint> meant(Ends ends, ServerAddress named) {
    boolean one = named.isAt(ends.one());
    boolean other = named.isAt(ends.other());
    if (one == other) {
      return Optional.empty();
    }
    return Optional.of(one ? ends.one() : ends.other());
  }

  /**
   * The end of the busiest connection at the listening host, which may listen in another
   * connection.
   */
  private static Endpoint asEnd(Ends ends, Endpoint listener) {
    if (ends.isWithinOneHost()) {
      return listener;
    }
    return ends.one().host().equals(listener.host()) ? ends.one() : ends.other();
  }

  private String busiestInWords() {
    List<Map.Entry<Ends, Tally>> busiest =
        tallies.entrySet().stream()
            .sorted(Comparator.comparingLong(entry -> -entry.getValue().bytes))
            .limit(SHOWN)
            .toList();
    return "most bytes go between "
        + busiest.stream()
            .map(entry ->
                "%s and %s (%d)"
                    .formatted(
                        entry.getKey().one(), entry.getKey().other(), entry.getValue().bytes))
            .collect(Collectors.joining(", between "));
  }
}
