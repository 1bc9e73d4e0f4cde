package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.MalformedDataException;
import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.data.UnavailableDataException;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.transport.Loop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Fetches splits from the source of the data, one set of splits after another, each with a few
 * retries. Malformed data are not fetched again.
 */
final class SplitFetcher {
  private static final int ATTEMPTS = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private final Loop loop;
  private final Blocking blocking;
  private final Supplier<SplitSource> sources;
  private Optional<SplitSource> source = Optional.empty();
  private final Queue<Fetch> waiting = new ArrayDeque<>();
  private boolean busy;

  /** The splits to fetch, and the callbacks. */
  private record Fetch(
      Map<Integer, Path> files,
      Consumer<Map<Integer, Integer>> written,
      Consumer<String> trouble,
      BiConsumer<MasterMessage.Fault, String> broken,
      int attempt) {
    Fetch again() {
      return new Fetch(files, written, trouble, broken, attempt + 1);
    }
  }

  /**
   * An origin without requests.
   *
   * @param sources opens the source when it is first needed: a joining worker gets most splits from
   *     other workers
   */
  SplitFetcher(Loop loop, Supplier<SplitSource> sources) {
    this.loop = loop;
    this.blocking = new Blocking(loop);
    this.sources = sources;
  }

  /**
   * Writes splits to files; then one of the two callbacks gets the number of examples of each, or
   * the failure.
   */
  void fetch(
      Map<Integer, Path> files,
      Consumer<Map<Integer, Integer>> written,
      Consumer<String> trouble,
      BiConsumer<MasterMessage.Fault, String> broken) {
    waiting.add(new Fetch(files, written, trouble, broken, 1));
    next();
  }

  private void next() {
    if (busy || waiting.isEmpty()) {
      return;
    }
    busy = true;
    Fetch order = waiting.remove();
    blocking.run(() -> write(order), written -> done(order, written), e -> failed(order, e));
  }

  private Map<Integer, Integer> write(Fetch order) throws IOException {
    SplitSource known = source.orElseGet(sources);
    source = Optional.of(known);
    Map<Integer, Integer> counts = known.write(order.files());
    if (!counts.keySet().equals(order.files().keySet())) {
      throw new IOException(
          "the source wrote splits %s instead of %s"
              .formatted(counts.keySet(), order.files().keySet()));
    }
    return counts;
  }

  private void done(Fetch order, Map<Integer, Integer> written) {
    busy = false;
    order.written().accept(written);
    next();
  }

  private void failed(Fetch order, Exception e) {
    busy = false;
    MasterMessage.Fault fault = fault(e);
    String what = sentence(fault, order, e);
    if (order.attempt() == ATTEMPTS || isHopeless(fault)) {
      order.broken().accept(fault, what);
    } else {
      order.trouble().accept(what);
      Duration pause = FIRST_PAUSE.multipliedBy(1L << order.attempt());
      loop.after(
          pause,
          () -> {
            waiting.add(order.again());
            next();
          });
    }
    next();
  }

  private static boolean isHopeless(MasterMessage.Fault fault) {
    return fault == MasterMessage.Fault.DATA || fault == MasterMessage.Fault.SETTING;
  }

  private static MasterMessage.Fault fault(Exception e) {
    return switch (e) {
      case MalformedDataException _ -> MasterMessage.Fault.DATA;
      case UnavailableDataException _ -> MasterMessage.Fault.SOURCE;
      case IllegalArgumentException _ -> MasterMessage.Fault.SETTING;
      default -> MasterMessage.Fault.DISK;
    };
  }

  /**
   * Errors of data and their source name them already; an error of a disk does not name the split.
   */
  private static String sentence(MasterMessage.Fault fault, Fetch order, Exception e) {
    return switch (fault) {
      case DATA, SOURCE, SETTING -> String.valueOf(e.getMessage());
      case DISK -> "splits %s cannot be stored: %s".formatted(order.files().keySet(), e);
    };
  }
}
