package dev.ductile.examples;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** All that training must not lose: parameters, their velocity, and after how many steps. */
final class State {
  private static final int FORMAT = 0xD1C71;

  final double[] values = new double[Softmax.PARAMETERS];
  final double[] velocity = new double[Softmax.PARAMETERS];
  long step;

  /** The state of the newest checkpoint, or a fresh one where there is none. */
  static State load(Path folder) throws IOException {
    var state = new State();
    Path file = folder.resolve("state");
    if (Files.exists(file)) {
      try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
        if (in.readInt() != FORMAT) {
          throw new IOException(file + " is not a checkpoint of the sample trainer");
        }
        state.step = in.readLong();
        Wire.read(in, state.values, 0, state.values.length);
        Wire.read(in, state.velocity, 0, state.velocity.length);
      }
    }
    return state;
  }

  /** Replaces the checkpoint as a whole: a reader finds the old one or the new one. */
  void save(Path folder) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(FORMAT);
    out.writeLong(step);
    Wire.write(out, values, 0, values.length);
    Wire.write(out, velocity, 0, velocity.length);
    Files.createDirectories(folder);
    Path fresh = folder.resolve("state.new");
    Files.write(fresh, bytes.toByteArray());
    Files.move(
        fresh,
        folder.resolve("state"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
