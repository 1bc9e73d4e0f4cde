package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.LocalDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A disk that flips one bit of each large piece that is written to it. */
final class FlippingDisk implements Disk {
  private static final int LARGE = 256;

  private final Disk real = new LocalDisk();

  @Override
  public void createFolder(Path folder) throws IOException {
    real.createFolder(folder);
  }

  @Override
  public Output create(Path file) throws IOException {
    Output out = real.create(file);
    boolean numbers = file.getFileName().toString().startsWith("server-");
    return new Output() {
      @Override
      public void write(ByteBuffer bytes) throws IOException {
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
        if (numbers && copy.remaining() >= LARGE) {
          copy.put(LARGE / 2, (byte) (copy.get(LARGE / 2) ^ 1));
        }
        out.write(copy);
      }

      @Override
      public void force() throws IOException {
        out.force();
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    real.rename(from, to);
  }

  @Override
  public void force(Path folder) throws IOException {
    real.force(folder);
  }

  @Override
  public void delete(Path path) throws IOException {
    real.delete(path);
  }
}
