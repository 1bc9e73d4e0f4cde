package dev.ductile.runtime;

import dev.ductile.runtime.process.ParentWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;

/**
 * Runs a small job once, so that later tasks start fast: the virtual machine records the classes
 * that it has loaded and linked.
 */
public final class Rehearsal {
  private static final long PATIENCE_SECONDS = 60;

  private Rehearsal() {}

  /** Takes the job's file; a rehearsal that fails leaves an empty cache, and is not repeated. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ParentWatch.begin();
    Path cache = Trainer.cache();
    long pid = ProcessHandle.current().pid();
    Path fresh = Files.createFile(cache.resolveSibling(cache.getFileName() + "." + pid));
    Process job =
        new ProcessBuilder(Trainer.rehearsal(fresh, Path.of(arguments[0])))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!job.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      job.destroyForcibly().waitFor();
    }
    Files.deleteIfExists(fresh.resolveSibling(fresh.getFileName() + ".config"));
    Files.move(fresh, cache, StandardCopyOption.ATOMIC_MOVE);
  }
}
