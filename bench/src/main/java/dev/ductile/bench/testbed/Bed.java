package dev.ductile.bench.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hosts around a switch, each a network namespace, and their processes. The interfaces of servers
 * are shaped in both directions, like network cards. A worker's interface carries as much as those
 * of all servers, so it is never the bottleneck. Closing the bed removes all of it, and so does an
 * orderly end of the virtual machine.
 */
final class Bed implements AutoCloseable {
  private static final String NAMESPACES = "/var/run/netns";
  private static final String PREFIX = "ductile-testbed-";
  private static final Pattern OURS = Pattern.compile(PREFIX + "(\\d+)-.*");
  private static final String NETWORK = "10.99.0.";
  private static final String EVERY_PROCESSOR =
      Integer.toHexString((1 << Math.min(16, Runtime.getRuntime().availableProcessors())) - 1);

  private final String prefix = PREFIX + ProcessHandle.current().pid() + "-";
  private final String fabric = prefix + "switch";
  private final Thread hook = new Thread(this::clear, "clear the bed");
  private final List<String> namespaces = new ArrayList<>();
  private final List<Child> children = new ArrayList<>();
  private final List<BedHost> servers = new ArrayList<>();
  private final List<BedHost> workers = new ArrayList<>();
  private boolean closed;

  /**
   * Builds a bed.
   *
   * @param bitsPerSecond the rate of each server's interface in each direction, on the wire
   */
  static Bed build(int servers, int workers, double bitsPerSecond)
      throws IOException, InterruptedException {
    clearLeftovers();
    var bed = new Bed();
    Runtime.getRuntime().addShutdownHook(bed.hook);
    try {
      bed.lay(servers, workers, bitsPerSecond);
      return bed;
    } catch (IOException | InterruptedException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  BedHost server(int index) {
    return servers.get(index);
  }

  BedHost worker(int index) {
    return workers.get(index);
  }

  /** Starts a process on a host; it ends with the bed at the latest. */
  synchronized Child start(BedHost host, List<String> words, Predicate<String> isReady)
      throws IOException {
    checkOpen();
    Child child = Child.start(host.name(), inside(host.namespace(), words), isReady);
    children.add(child);
    return child;
  }

  /** The words before a command that runs on a host. */
  List<String> on(BedHost host) {
    return inside(host.namespace(), List.of());
  }

  /** Runs a short command on a host and returns its output. */
  String ask(BedHost host, String... words) throws IOException, InterruptedException {
    return ShellCommand.run(inside(host.namespace(), List.of(words)));
  }

  @Override
  public void close() {
    clear();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The hook is running already, and finds nothing left to do.
    }
  }

  private void lay(int serverCount, int workerCount, double bitsPerSecond)
      throws IOException, InterruptedException {
    addNamespace(fabric);
    ip(fabric, "link", "add", "fabric", "type", "bridge");
    ip(fabric, "link", "set", "fabric", "up");
    for (int i = 0; i < serverCount; i++) {
      BedHost server = addHost("server" + i, NETWORK + (1 + i), Link.ofHost(bitsPerSecond));
      shape(fabric, server.name(), Link.ofSwitch(bitsPerSecond));
      servers.add(server);
    }
    for (int i = 0; i < workerCount; i++) {
      Link own = Link.ofHost(serverCount * bitsPerSecond);
      workers.add(addHost("worker" + i, NETWORK + (101 + i), own));
    }
  }

  private BedHost addHost(String name, String address, Link link)
      throws IOException, InterruptedException {
    var host = new BedHost(name, prefix + name, address);
    addNamespace(host.namespace());
    ShellCommand.run(
        List.of(
            ("ip link add eth0 netns %s numtxqueues 1 numrxqueues 1 type veth"
                    + " peer name %s netns %s numtxqueues 1 numrxqueues 1")
                .formatted(host.namespace(), name, fabric)
                .split(" ")));
    keepOrder(host.namespace(), "eth0");
    keepOrder(fabric, name);
    ip(fabric, "link", "set", name, "master", "fabric", "up");
    ip(host.namespace(), "address", "add", address + "/24", "dev", "eth0");
    ip(host.namespace(), "link", "set", "lo", "up");
    ip(host.namespace(), "link", "set", "eth0", "up");
    useCubic(host);
    shape(host.namespace(), "eth0", link);
    return host;
  }

  /**
   * Receives each connection's packets on one processor. On two processors packets of one
   * connection would overtake each other, which no cable does, and TCP would take that for losses.
   */
  private static void keepOrder(String namespace, String device)
      throws IOException, InterruptedException {
    String file = "/sys/class/net/%s/queues/rx-0/rps_cpus".formatted(device);
    ShellCommand.run(
        inside(namespace, List.of("sh", "-c", "echo %s > %s".formatted(EVERY_PROCESSOR, file))));
    ip(namespace, "link set %s gso_max_size %d".formatted(device, Link.LARGEST_PACKET).split(" "));
  }

  /** The default congestion control of Linux, as in the paper, not that of this machine. */
  private static void useCubic(BedHost host) throws IOException, InterruptedException {
    ip(
        host.namespace(),
        "route replace %s0/24 dev eth0 src %s congctl cubic"
            .formatted(NETWORK, host.address())
            .split(" "));
  }

  private static void shape(String namespace, String device, Link link)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("tc", "qdisc", "replace", "dev", device, "root"));
    words.addAll(link.words());
    ShellCommand.run(inside(namespace, words));
  }

  private synchronized void addNamespace(String namespace)
      throws IOException, InterruptedException {
    checkOpen();
    ShellCommand.run(List.of("ip", "netns", "add", namespace));
    namespaces.add(namespace);
  }

  private static void ip(String namespace, String... words)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("ip", "-netns", namespace));
    all.addAll(List.of(words));
    ShellCommand.run(all);
  }

  private static List<String> inside(String namespace, List<String> words) {
    var all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    all.addAll(words);
    return all;
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("the bed is closed");
    }
  }

  private synchronized void clear() {
    closed = true;
    children.reversed().forEach(Child::close);
    children.clear();
    namespaces.forEach(Bed::delete);
    namespaces.clear();
  }

  /** Removes the namespaces of killed runs of this program. */
  private static void clearLeftovers() throws IOException {
    Path folder = Path.of(NAMESPACES);
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files.map(file -> file.getFileName().toString()).filter(Bed::isLeftover).forEach(Bed::delete);
    }
  }

  private static boolean isLeftover(String namespace) {
    Matcher ours = OURS.matcher(namespace);
    return ours.matches() && ProcessHandle.of(Long.parseLong(ours.group(1))).isEmpty();
  }

  private static void delete(String namespace) {
    try {
      ShellCommand.run(List.of("ip", "netns", "delete", namespace));
    } catch (IOException e) {
      System.err.printf("%s is left: %s%n", namespace, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
