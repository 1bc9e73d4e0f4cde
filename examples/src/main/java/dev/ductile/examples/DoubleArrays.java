package dev.ductile.examples;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Reads and writes parts of arrays on streams. */
final class DoubleArrays {
  private DoubleArrays() {}

  static void write(DataOutputStream out, double[] numbers, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      out.writeDouble(numbers[i]);
    }
  }

  static void read(DataInputStream in, double[] numbers, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      numbers[i] = in.readDouble();
    }
  }
}
