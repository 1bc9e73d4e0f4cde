package dev.ductile.runtime.data;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A split on disk: counts, then the arrays of {@link Examples}. */
public final class SplitFile {
  private static final int MAGIC = 0x44535031;

  private SplitFile() {}

  /** Writes it whole or not at all. */
  public static void write(Path file, Examples examples) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part)))) {
      out.writeInt(MAGIC);
      out.writeInt(examples.count());
      out.writeInt(examples.features().length);
      write(out, examples.labels());
      write(out, examples.starts());
      write(out, examples.features());
      write(out, examples.values());
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  public static int count(Path file) throws IOException {
    try (var in = new DataInputStream(Files.newInputStream(file))) {
      check(file, in.readInt());
      return in.readInt();
    }
  }

  public static Examples read(Path file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
    check(file, in.getInt());
    int count = in.getInt();
    int numbers = in.getInt();
    float[] labels = floats(in, count);
    int[] starts = ints(in, count + 1);
    return new Examples(labels, starts, ints(in, numbers), floats(in, numbers));
  }

  private static void check(Path file, int magic) throws IOException {
    if (magic != MAGIC) {
      throw new IOException(file + " is not a split file");
    }
  }

  private static void write(DataOutputStream out, float[] numbers) throws IOException {
    var bytes = ByteBuffer.allocate(numbers.length * Float.BYTES);
    bytes.asFloatBuffer().put(numbers);
    out.write(bytes.array());
  }

  private static void write(DataOutputStream out, int[] numbers) throws IOException {
    var bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES);
    bytes.asIntBuffer().put(numbers);
    out.write(bytes.array());
  }

  private static float[] floats(ByteBuffer in, int count) {
    float[] numbers = new float[count];
    in.asFloatBuffer().get(numbers);
    in.position(in.position() + count * Float.BYTES);
    return numbers;
  }

  private static int[] ints(ByteBuffer in, int count) {
    int[] numbers = new int[count];
    in.asIntBuffer().get(numbers);
    in.position(in.position() + count * Integer.BYTES);
    return numbers;
  }
}
