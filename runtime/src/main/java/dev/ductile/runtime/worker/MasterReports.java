package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.MasterMessage;
import java.util.List;
import java.util.function.Supplier;

/** A worker's reports to the master about its steps and splits. */
record MasterReports(Task.Context around, Worker.Listener listener) implements SplitStore.Listener {
  /** The reports of steps, which the listener gets too. */
  Reports steps() {
    return new Reports(
        around.loop(),
        progress -> {
          around.master().send(progress);
          around.loop().execute(() -> progress.steps().forEach(listener::step));
        });
  }

  /**
   * The splits of a job.
   *
   * @param sources opens the source of the data when it is first needed
   */
  SplitStore splits(TrainingJob job, Supplier<SplitSource> sources) {
    return new SplitStore(
        around.loop(),
        around.setup().directory(),
        Datasets.name(job),
        new SplitFetcher(around.loop(), sources),
        member -> around.peers().to(member),
        this);
  }

  @Override
  public void arrived(List<TaskState.HeldSplit> splits) {
    around.master().send(new MasterMessage.Fetched(splits));
  }

  @Override
  public void trouble(String what) {
    listener.trouble(what);
  }

  @Override
  public void broken(MasterMessage.Fault fault, String why) {
    around.master().send(new MasterMessage.Broken(fault, why));
  }
}
