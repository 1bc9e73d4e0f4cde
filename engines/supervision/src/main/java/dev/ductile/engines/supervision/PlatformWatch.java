package dev.ductile.engines.supervision;

import java.util.function.Consumer;

/** Reports what happens to nodes, and that the platform answers. */
@FunctionalInterface
public interface PlatformWatch {
  /** A platform whose nodes never change and that always answers. */
  PlatformWatch NONE = _ -> {};

  /** Begins to report; the listener may be called on any thread. */
  void watch(Consumer<PlatformEvent> listener);
}
