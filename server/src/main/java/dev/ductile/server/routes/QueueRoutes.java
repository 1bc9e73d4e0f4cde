package dev.ductile.server.routes;

import dev.ductile.api.Command;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.QueueRequest;
import dev.ductile.rest.QueueView;
import dev.ductile.scenario.file.QueuePatch;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.accounts.Role;
import dev.ductile.server.cluster.ClusterQueries;
import dev.ductile.server.cluster.ClusterService;
import dev.ductile.server.http.Access;
import dev.ductile.server.http.ParameterType;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Request;
import dev.ductile.server.http.Route;
import dev.ductile.server.http.RouteDraft;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lists, makes, changes and removes queues. */
public final class QueueRoutes {
  private static final String QUEUE = "/api/v1/queues/{name}";
  private static final ParameterType NAME = new ParameterType.Name(200);

  private final ClusterService service;
  private final ClusterQueries cluster;
  private final Commands commands;

  /** A change builds on the one before it, also if two users change a queue at once. */
  private final ReentrantLock changing = new ReentrantLock();

  public QueueRoutes(ClusterService service, ClusterQueries cluster) {
    this.service = service;
    this.cluster = cluster;
    this.commands = new Commands(service);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/queues", Permission.VIEW, "The queues and their use.")
            .answersPageOf(QueueView.class)
            .by(_ -> Reply.json(cluster.queues())),
        named(
                Route.put(
                    QUEUE,
                    Permission.MANAGE_QUEUES,
                    "Makes a queue, or replaces all of its settings."))
            .takes(QueueRequest.class)
            .by(request -> changed(request, () -> replaced(request))),
        named(
                Route.patch(
                    QUEUE,
                    Permission.MANAGE_QUEUES,
                    "Changes the given settings of a queue; null takes one back to its default."))
            .query("create", new ParameterType.Flag(), "Makes the queue if there is none.")
            .takes(QueueRequest.class)
            .by(request -> changed(request, () -> patched(request))),
        named(Route.delete(QUEUE, Permission.ADMINISTER, "Removes a queue without jobs."))
            .by(this::remove));
  }

  private static RouteDraft named(RouteDraft draft) {
    return draft.path("name", NAME, "The name of the queue.").answers(Accepted.class);
  }

  private Reply changed(Request request, Supplier<Queue> change) {
    String name = request.text("name");
    Access.requireQueue(request.principal(), name);
    changing.lock();
    try {
      Queue queue = change.get();
      requireRight(request, queue);
      return commands.send(new Command.SetQueue(queue));
    } catch (InputException wrong) {
      throw Refusal.invalid(String.valueOf(wrong.getMessage()));
    } finally {
      changing.unlock();
    }
  }

  private static Queue replaced(Request request) {
    return ServerFile.queue(request.text("name"), request.body(QueueRequest.class).queue());
  }

  private Queue patched(Request request) {
    String name = request.text("name");
    if (!request.flag("create")) {
      requireKnown(
          name,
          ". To make a queue of this name: ductile queues set --create, or the parameter create=true");
    }
    return QueuePatch.changed(now(name), request.body(QueueRequest.class).queue());
  }

  /** A queue admin changes only the quota of users, which takes nothing from other queues. */
  private void requireRight(Request request, Queue queue) {
    boolean isOwn = now(queue.name()).withUserQuota(queue.userQuota()).equals(queue);
    if (!request.principal().has(Role.ADMIN) && !(isOwn && isKnown(queue.name()))) {
      throw Refusal.forbidden(
          "making queue %s, or changing more of it than userQuota, needs role admin; your %s"
              .formatted(queue.name(), request.principal().rights()));
    }
  }

  private Reply remove(Request request) {
    String name = request.text("name");
    requireKnown(name, "");
    if (name.equals(JobSpec.DEFAULT_QUEUE)) {
      throw Refusal.conflict(
          "queue %s cannot be removed, because jobs without a queue are in it".formatted(name));
    }
    if (service.settings().queues().stream().anyMatch(queue -> queue.name().equals(name))) {
      throw Refusal.conflict(
          "the server file names queue %s; remove it there, run ductile reload, then remove the queue"
              .formatted(name));
    }
    return commands.send(new Command.RemoveQueue(name));
  }

  private Queue now(String name) {
    return service.queue(name).orElseGet(() -> new Queue(name, Resources.NONE));
  }

  private boolean isKnown(String name) {
    return names().contains(name);
  }

  private void requireKnown(String name, String hint) {
    List<String> known = names();
    if (!known.contains(name)) {
      throw Refusal.notFound(
          "there is no queue %s%s%s".formatted(name, Suggestion.phrase(name, known), hint));
    }
  }

  private List<String> names() {
    return cluster.queues().items().stream().map(QueueView::name).toList();
  }
}
