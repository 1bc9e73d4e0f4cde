package dev.ductile.engines.supervision;

import java.util.function.Consumer;

/** Takes reports on changes of nodes, and on answers of the platform. */
@FunctionalInterface
public interface PlatformWatch {
  /** A platform whose nodes never change and that always answers. */
  PlatformWatch NONE = _ -> {};

  /** Begins to report; the listener may be called on any thread. */
  void watch(Consumer<PlatformEvent> listener);
}
