package dev.ductile.server;

import dev.ductile.api.Event;
import dev.ductile.api.Nodes;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.JobFile;
import dev.ductile.scheduler.Observer;
import dev.ductile.server.notify.Notifier;
import dev.ductile.text.InputException;
import java.nio.file.Path;

/** Reads the hooks of a job from its job file when it is submitted, also in the past. */
final class HookReader implements Observer {
  private static final String KEY = "hooks";

  private final JobFile reader;
  private final Notifier notifier;

  HookReader(Catalog catalog, Notifier notifier) {
    this.reader = new JobFile(catalog, Nodes.NONE, Path.of("/"));
    this.notifier = notifier;
  }

  /** Takes an event that the journal has already. */
  void past(Event event) {
    happened(event);
    notifier.past(event);
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.Submitted job && job.origin().file().contains(KEY)) {
      watch(job);
    }
  }

  private void watch(Event.Submitted job) {
    try {
      notifier.watch(
          job.job(),
          job.spec().owner(),
          reader.read(job.origin().name(), job.origin().file()).hooks());
    } catch (InputException ofAnotherVersion) {
      // the job was accepted by a server that understood its file
    }
  }
}
