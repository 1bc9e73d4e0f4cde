package dev.ductile.bench.testbed;

import java.io.IOException;

/** Ends a process when its parent has ended and its standard input closes. */
final class Lifeline {
  private Lifeline() {}

  static void hold() {
    Thread.ofPlatform().daemon().name("lifeline").start(Lifeline::watch);
  }

  private static void watch() {
    try {
      while (System.in.read() >= 0) {
        // Only the end of the input counts.
      }
    } catch (IOException gone) {
      // As good as an end.
    }
    Runtime.getRuntime().halt(0);
  }
}
