package dev.ductile.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tells this machine, or this container, from others. */
final class Host {
  private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

  private Host() {}

  /** Read from the kernel: to ask a name server could take seconds. */
  static String name() {
    try {
      return Files.readString(NAME).strip();
    } catch (IOException e) {
      return "localhost";
    }
  }
}
