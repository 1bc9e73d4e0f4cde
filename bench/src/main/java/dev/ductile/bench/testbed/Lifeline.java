package dev.ductile.bench.testbed;

import java.io.IOException;

/** Ends a process when whoever started it is gone: its standard input has come to an end. */
final class Lifeline {
  private Lifeline() {}

  static void hold() {
    Thread.ofPlatform().daemon().name("lifeline").start(Lifeline::watch);
  }

  private static void watch() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said; only the end counts.
      }
    } catch (IOException gone) {
      // As good as an end.
    }
    Runtime.getRuntime().halt(0);
  }
}
