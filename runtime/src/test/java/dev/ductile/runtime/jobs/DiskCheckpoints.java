package dev.ductile.runtime.jobs;

import dev.ductile.runtime.checkpoint.CheckpointIndex;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.checkpoint.DataMark;
import dev.ductile.runtime.checkpoint.JobIdentity;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.CheckpointStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Checkpoints on disk, as the master knows them. */
public record DiskCheckpoints(Checkpoints checkpoints, TrainingJob job) implements CheckpointStore {
  @Override
  public Optional<Checkpoint> newest() throws IOException {
    return checkpoints.newest().map(found -> checkpoint(found.directory(), found.index()));
  }

  private static Checkpoint checkpoint(Path directory, CheckpointIndex index) {
    return new Checkpoint(index.step(), directory.toString(), index.parts(), index.cursors());
  }

  /** On the disk of the others, which may be one in memory. */
  private Path directory(Checkpoint checkpoint) {
    Path any = checkpoints.directory(checkpoint.step());
    return any.getFileSystem().getPath(checkpoint.directory());
  }

  @Override
  public void seal(Checkpoint checkpoint) throws IOException {
    checkpoints.seal(
        directory(checkpoint),
        new CheckpointIndex(
            checkpoint.step(),
            checkpoint.files(),
            checkpoint.cursors(),
            JobIdentity.of(job),
            DataMark.NONE));
  }
}
