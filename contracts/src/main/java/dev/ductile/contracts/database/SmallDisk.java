package dev.ductile.contracts.database;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real file system of some MiB in memory, which a test can fill. */
public final class SmallDisk implements AutoCloseable {
  private static final long LONGEST_COMMAND_SECONDS = 20;
  private static final String FILLER = "filler";

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * Mounts a disk; empty where neither this user nor sudo may.
   *
   * @param folder an empty folder, which everybody may write afterwards
   */
  public static Optional<SmallDisk> mount(Path folder, int mebibytes) throws IOException {
    String options = "size=%dm,mode=0777".formatted(mebibytes);
    return asRoot("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString())
        ? Optional.of(new SmallDisk(folder))
        : Optional.empty();
  }

  public Path folder() {
    return folder;
  }

  /** Fills it to the last byte. */
  public void fill() throws IOException {
    var block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(folder.resolve(FILLER))) {
      while (folder.toFile().getUsableSpace() > 0) {
        out.write(block);
      }
    }
  }

  /** Removes what {@link #fill} wrote. */
  public void free() throws IOException {
    Files.deleteIfExists(folder.resolve(FILLER));
  }

  private static boolean asRoot(String... program) throws IOException {
    var command = new ArrayList<String>();
    if (!"root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("sudo", "-n"));
    }
    command.addAll(List.of(program));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Unmounts it, also if a process still has files on it. */
  @Override
  public void close() throws IOException {
    if (!asRoot("umount", "--lazy", folder.toString())) {
      throw new IOException("cannot unmount " + folder);
    }
  }
}
