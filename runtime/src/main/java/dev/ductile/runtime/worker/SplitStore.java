package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.data.SplitFile;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState.HeldSplit;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Loop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The splits of this worker: all on disk, and those in use or about to be used also in memory. A
 * missing split is fetched from another worker or, if that fails, from the source of the data.
 */
final class SplitStore {
  /** A disk that returns wrong bytes this often is broken. */
  private static final int MOST_DAMAGES = 3;

  private static final Duration PAUSE = Duration.ofMillis(50);

  private static final String SUFFIX = ".data";

  private final Loop loop;
  private final Blocking blocking;
  private final Path directory;
  private final String dataset;
  private final Listener listener;
  private final Inbound inbound;
  private final SplitFetcher fetcher;
  private final Map<Integer, Integer> counts = new TreeMap<>();
  private final Map<Integer, Examples> loaded = new TreeMap<>();
  private final Map<Integer, Integer> damages = new HashMap<>();
  private final Set<Integer> underWay = new HashSet<>();
  private Set<Integer> active = Set.of();
  private Runnable whenActive = () -> {};

  /** Is called about splits. */
  interface Listener {
    /** These splits are in memory now; some of them may have been there before. */
    void arrived(List<HeldSplit> splits);

    /** A problem after which the store tries another way. */
    void trouble(String what);

    /** A split cannot be fetched. */
    void broken(MasterMessage.Fault fault, String why);
  }

  /**
   * A store that recognises the splits in its folder from an earlier run.
   *
   * @param dataset distinguishes these splits from those of other data
   * @param connect connects to another worker
   */
  SplitStore(
      Loop loop,
      Path directory,
      String dataset,
      SplitFetcher fetcher,
      Function<Member, Connection> connect,
      Listener listener) {
    this.loop = loop;
    this.blocking = new Blocking(loop);
    this.directory = directory;
    this.dataset = dataset;
    this.fetcher = fetcher;
    this.listener = listener;
    this.inbound = new Inbound(loop, connect, this::came, this::didNotCome);
    recognise();
  }

  private void recognise() {
    try {
      Files.createDirectories(directory);
      try (var files = Files.newDirectoryStream(directory)) {
        files.forEach(this::recognise);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void recognise(Path file) {
    String name = file.getFileName().toString();
    if (!name.startsWith(prefix()) || !name.endsWith(SUFFIX)) {
      return;
    }
    String number = name.substring(prefix().length(), name.length() - SUFFIX.length());
    try {
      counts.put(Integer.parseInt(number), SplitFile.count(file));
    } catch (IOException | NumberFormatException e) {
      listener.trouble("%s is not used: %s".formatted(file, e));
    }
  }

  private Path file(int split) {
    return directory.resolve(prefix() + split + SUFFIX);
  }

  private String prefix() {
    return "split-" + dataset + "-";
  }

  /** All splits that are here. */
  List<HeldSplit> holdings() {
    return counts.keySet().stream().map(this::holding).toList();
  }

  private HeldSplit holding(int split) {
    return new HeldSplit(split, counts.getOrDefault(split, 0), loaded.containsKey(split));
  }

  /** The examples of an active split. */
  Examples examples(int split) {
    Examples examples = loaded.get(split);
    if (examples == null) {
      throw new IllegalStateException("split %d is not in memory".formatted(split));
    }
    return examples;
  }

  /**
   * Loads splits into memory, from the disk or else from a worker or, if none is named, from the
   * source of the data. They stay there until {@link #activate}.
   */
  void fetch(List<Integer> splits, Optional<Member> from) {
    List<Integer> here = splits.stream().filter(loaded::containsKey).toList();
    if (!here.isEmpty()) {
      listener.arrived(here.stream().map(this::holding).toList());
    }
    splits.stream().filter(counts::containsKey).forEach(this::load);
    List<Integer> missing =
        splits.stream().filter(split -> !counts.containsKey(split) && underWay.add(split)).toList();
    from.ifPresentOrElse(peer -> inbound.ask(missing, peer), () -> fromOrigin(missing));
  }

  /** Makes exactly these splits the active ones; the others stay on disk only. */
  void activate(List<Integer> splits, Runnable done) {
    active = new TreeSet<>(splits);
    whenActive = done;
    loaded.keySet().retainAll(active);
    fetch(splits.stream().filter(split -> !counts.containsKey(split)).toList(), Optional.empty());
    splits.stream().filter(counts::containsKey).forEach(this::load);
    tellWhenActive();
  }

  /** Another worker requests a split. */
  void serve(Connection to, int split) {
    if (counts.containsKey(split)) {
      new Delivery(blocking, to, split, file(split)).proceed();
    } else {
      Delivery.refuse(to, split);
    }
  }

  /** Takes a piece of a split from another worker. */
  void take(Connection from, FrameHeader header, ByteBuffer payload) {
    inbound.take(from, header, payload);
  }

  /** Transfers from that task will not finish. */
  void lost(int peer) {
    inbound.lost(peer);
  }

  private void came(int split, Arrival arrival) {
    Path file = file(split);
    blocking.run(
        () -> {
          arrival.writeTo(file);
          return SplitFile.read(file);
        },
        examples -> isHere(split, examples),
        e -> didNotCome(split, e.toString()));
  }

  private void didNotCome(int split, String why) {
    listener.trouble("split %d did not come from a worker: %s".formatted(split, why));
    fromOrigin(List.of(split));
  }

  private void fromOrigin(List<Integer> splits) {
    if (splits.isEmpty()) {
      return;
    }
    Map<Integer, Path> files = new TreeMap<>();
    splits.forEach(split -> files.put(split, file(split)));
    fetcher.fetch(files, this::wereWritten, listener::trouble, listener::broken);
  }

  private void wereWritten(Map<Integer, Integer> written) {
    counts.putAll(written);
    underWay.removeAll(written.keySet());
    written.keySet().forEach(this::load);
  }

  private void load(int split) {
    if (loaded.containsKey(split) || !underWay.add(split)) {
      return;
    }
    Path file = file(split);
    blocking.run(
        () -> SplitFile.read(file), examples -> isLoaded(split, examples), e -> damaged(split, e));
  }

  private void damaged(int split, Exception e) {
    String what = "split %d cannot be read here: %s".formatted(split, e);
    int times = damages.merge(split, 1, Integer::sum);
    counts.remove(split);
    if (times > MOST_DAMAGES) {
      damages.remove(split);
      underWay.remove(split);
      listener.broken(MasterMessage.Fault.DISK, what);
    } else {
      listener.trouble(what);
      loop.after(PAUSE.multipliedBy(times), () -> fromOrigin(List.of(split)));
    }
  }

  private void isHere(int split, Examples examples) {
    counts.put(split, examples.count());
    isLoaded(split, examples);
  }

  private void isLoaded(int split, Examples examples) {
    underWay.remove(split);
    damages.remove(split);
    loaded.put(split, examples);
    listener.arrived(List.of(holding(split)));
    tellWhenActive();
  }

  private void tellWhenActive() {
    if (loaded.keySet().containsAll(active)) {
      Runnable told = whenActive;
      whenActive = () -> {};
      told.run();
    }
  }
}
