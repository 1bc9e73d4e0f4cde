package dev.ductile.examples;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The content of a checkpoint: parameters, their velocity and the step. */
final class TrainerState {
  private static final int FORMAT = 0xD1C71;

  final double[] values = new double[Softmax.PARAMETERS];
  final double[] velocity = new double[Softmax.PARAMETERS];
  long step;

  /** The state of the newest checkpoint, or a new one. */
  static TrainerState load(Path folder) throws IOException {
    var state = new TrainerState();
    Path file = folder.resolve("state");
    if (Files.exists(file)) {
      try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
        if (in.readInt() != FORMAT) {
          throw new IOException(file + " is not a checkpoint of the sample trainer");
        }
        state.step = in.readLong();
        DoubleArrays.read(in, state.values, 0, state.values.length);
        DoubleArrays.read(in, state.velocity, 0, state.velocity.length);
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
    DoubleArrays.write(out, values, 0, values.length);
    DoubleArrays.write(out, velocity, 0, velocity.length);
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
