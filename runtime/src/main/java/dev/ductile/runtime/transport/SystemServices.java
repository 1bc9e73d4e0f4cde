package dev.ductile.runtime.transport;

import java.nio.channels.spi.SelectorProvider;
import java.util.function.LongSupplier;

/**
 * The parts of the machine that a process uses. A simulation passes its own clock, network and
 * disk.
 *
 * @param nanos a clock that never goes back
 * @param network opens sockets
 * @param background runs work that may block
 * @param pid the number of the process
 */
public record SystemServices(
    LongSupplier nanos, SelectorProvider network, Background background, long pid) {
  /**
   * The machine itself.
   *
   * @param nanos such as {@code System::nanoTime}
   */
  public static SystemServices system(LongSupplier nanos) {
    long pid = ProcessHandle.current().pid();
    return new SystemServices(nanos, SelectorProvider.provider(), new Threads(), pid);
  }
}
