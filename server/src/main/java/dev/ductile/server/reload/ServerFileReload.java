package dev.ductile.server.reload;

import dev.ductile.api.Command;
import dev.ductile.rest.KeyChange;
import dev.ductile.rest.Reloaded;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.server.cluster.ClusterService;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads the server file again while the server runs. The whole file is checked before anything
 * changes. The policy and the queues become events, before all other changes.
 */
public final class ServerFileReload {
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final KeyChange CERTIFICATE =
      new KeyChange("tls", "new connections get the new certificate");

  private final Supplier<ServerSettings> file;
  private final ClusterService service;
  private final LastFile lastFile;
  private final LiveParts parts;
  private ServerSettings current;

  /**
   * A reload of a server that has started.
   *
   * @param file reads the file; throws {@link InputException} with all mistakes in it
   * @param start the settings with which the server has started
   */
  public ServerFileReload(
      Supplier<ServerSettings> file,
      ServerSettings start,
      ClusterService service,
      LastFile lastFile,
      LiveParts parts) {
    this.file = file;
    this.current = start;
    this.service = service;
    this.lastFile = lastFile;
    this.parts = parts;
  }

  /** Applies the file as it is now. */
  public synchronized ReloadOutcome reload() {
    try {
      ServerSettings read = file.get();
      return apply(read, parts.certificate().changed());
    } catch (InputException wrong) {
      return new ReloadOutcome.Wrong(
          wrong.mistakes().stream().map(each -> String.valueOf(each.getMessage())).toList());
    } catch (IOException wrong) {
      return new ReloadOutcome.Wrong(List.of(String.valueOf(wrong.getMessage())));
    }
  }

  private ReloadOutcome apply(ServerSettings read, Optional<Runnable> certificate) {
    ScheduledKeys next = ScheduledKeys.of(read);
    Optional<String> refusal = send(ScheduledKeys.of(current).commandsTo(next));
    if (refusal.isPresent()) {
      return new ReloadOutcome.Refused(refusal.get());
    }
    lastFile.write(next);
    Reloaded answer = answer(read, certificate.map(_ -> CERTIFICATE));
    ServerSettings changed = current.withReloaded(read);
    boolean hasOtherShadows = !changed.shadows().equals(current.shadows());
    boolean hasOtherProvider = !changed.openId().equals(current.openId());
    current = changed;
    parts.scheduling().accept(changed);
    if (hasOtherShadows) {
      parts.shadows().accept(changed);
    }
    if (hasOtherProvider) {
      parts.openId().accept(changed);
    }
    certificate.ifPresent(Runnable::run);
    return new ReloadOutcome.Done(answer);
  }

  /**
   * Why a command was refused; empty if all are in the journal. Only the policy, which is the
   * first, can be refused.
   */
  private Optional<String> send(List<Command> commands) {
    try {
      for (Command command : commands) {
        if (service.send(command).get(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
            instanceof CommandAnswer.Refused refused) {
          return Optional.of(refused.why());
        }
      }
      return Optional.empty();
    } catch (TimeoutException late) {
      return Optional.of(
          "the scheduler has not answered within %d s; reload again"
              .formatted(LONGEST.toSeconds()));
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return Optional.of("the server is stopping");
    } catch (ExecutionException failed) {
      return Optional.of("the scheduler has failed: " + failed.getCause());
    }
  }

  private Reloaded answer(ServerSettings read, Optional<KeyChange> certificate) {
    return new Reloaded(
        Stream.concat(changes(read, true), certificate.stream()).toList(),
        FileKey.ALL.stream().filter(key -> !key.differs(current, read)).map(FileKey::name).toList(),
        changes(read, false).toList(),
        overridden(read));
  }

  private Stream<KeyChange> changes(ServerSettings read, boolean isLive) {
    return FileKey.ALL.stream()
        .filter(key -> key.isLive() == isLive && key.differs(current, read))
        .map(key -> key.changed(current, read));
  }

  /** What was set over the interface, and differs from the file. */
  private List<String> overridden(ServerSettings read) {
    var notes = new ArrayList<String>();
    String policy = read.policy().line();
    if (!service.policy().equals(policy)) {
      notes.add(
          "policy: %s decides, which was set over the interface; the file still says %s"
              .formatted(service.policy(), policy));
    }
    read.queues().stream()
        .filter(queue -> !service.queue(queue.name()).equals(Optional.of(queue)))
        .forEach(queue ->
            notes.add(
                "queues: %s has the settings of the interface; the file still has others"
                    .formatted(queue.name())));
    return notes;
  }
}
