package dev.ductile.examples;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Numbers on their way between processes. */
final class Wire {
  private Wire() {}

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
