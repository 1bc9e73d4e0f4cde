package dev.ductile.runtime.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The identity of the machine on which this process runs. Two processes with the same identity
 * share files and a network. A container has an identity of its own.
 */
public final class Host {
  /** Chosen by the kernel at each boot: two machines may share a name, but never this number. */
  static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  private static final Path NAME = Path.of("/proc/sys/kernel/hostname");
  private static final Path NETWORK = Path.of("/proc/self/ns/net");
  private static final Path FILES = Path.of("/proc/self/ns/mnt");

  private Host() {}

  /** The identity, read from the kernel: a query to a name server could take seconds. */
  public static String identity() {
    return identity(BOOT, NAME, NETWORK, FILES);
  }

  /** The boot, or the machine's name if there is none, and the namespaces. */
  static String identity(Path boot, Path name, Path network, Path files) {
    try {
      return "%s %s %s"
          .formatted(
              Files.readString(Files.isReadable(boot) ? boot : name).strip(),
              Files.readSymbolicLink(network),
              Files.readSymbolicLink(files));
    } catch (IOException e) {
      return "localhost";
    }
  }
}
