package dev.ductile.server;

import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Origin;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.JobFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.server.cluster.JobTrack;
import dev.ductile.server.cluster.PastReader;
import dev.ductile.server.notify.Notifier;
import dev.ductile.text.InputException;
import java.nio.file.Path;

/** Reads the hooks of a job from its job file when it is submitted, also in the past. */
final class HookReader implements SchedulerObserver, PastReader {
  private static final String KEY = "hooks";

  private final JobFile reader;
  private final Notifier notifier;

  HookReader(Catalog catalog, Notifier notifier) {
    this.reader = new JobFile(catalog, Nodes.NONE, Path.of("/"));
    this.notifier = notifier;
  }

  @Override
  public void active(JobTrack job) {
    watch(job.spec(), job.origin());
    if (job.started().isPresent()) {
      notifier.started(job.spec().id());
    }
  }

  @Override
  public void past(Event event) {
    happened(event);
    notifier.past(event);
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.Submitted job) {
      watch(job.spec(), job.origin());
    }
  }

  private void watch(JobSpec job, Origin origin) {
    if (!origin.file().contains(KEY)) {
      return;
    }
    try {
      notifier.watch(job.id(), job.owner(), reader.read(origin.name(), origin.file()).hooks());
    } catch (InputException ofAnotherVersion) {
      // the job was accepted by a server that understood its file
    }
  }
}
