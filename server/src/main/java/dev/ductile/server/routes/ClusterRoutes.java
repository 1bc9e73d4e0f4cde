package dev.ductile.server.routes;

import dev.ductile.api.Command;
import dev.ductile.api.NodeId;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.PolicyView;
import dev.ductile.rest.WhyRequest;
import dev.ductile.server.cluster.ClusterQueries;
import dev.ductile.server.cluster.ClusterService;
import dev.ductile.server.cluster.DecisionQueries;
import dev.ductile.server.http.EventData;
import dev.ductile.server.http.Events;
import dev.ductile.server.http.ParameterType;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Request;
import dev.ductile.server.http.Route;
import dev.ductile.server.http.RouteDraft;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows and changes the cluster: nodes, the policy, decisions. */
public final class ClusterRoutes {
  private static final ParameterType NAME = new ParameterType.Name(200);
  private static final int MOST_DECISIONS = 500;

  private final ClusterService service;
  private final ClusterQueries cluster;
  private final DecisionQueries decisions;
  private final Events events;
  private final Commands commands;
  private final NodeNames nodes;

  public ClusterRoutes(
      ClusterService service, ClusterQueries cluster, DecisionQueries decisions, Events events) {
    this.service = service;
    this.cluster = cluster;
    this.decisions = decisions;
    this.events = events;
    this.commands = new Commands(service);
    this.nodes = new NodeNames(cluster);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/cluster", Permission.VIEW, "The cluster now.")
            .answers(ClusterView.class)
            .by(_ -> Reply.json(cluster.cluster())),
        Route.get("/api/v1/events", Permission.VIEW, "Changes of the cluster, as they happen.")
            .answersEvents(
                Map.of(
                    "cluster",
                    ClusterView.class,
                    "job",
                    JobSummary.class,
                    "decision",
                    DecisionView.class))
            .by(_ ->
                new Reply.Stream(
                    events, () -> List.of(new EventData("cluster", cluster.cluster())))),
        Route.get("/api/v1/nodes", Permission.VIEW, "The nodes and their jobs.")
            .answersPageOf(NodeView.class)
            .by(_ -> Reply.json(cluster.nodes())),
        node("drain", "Moves all jobs away from a node.").takes(WhyRequest.class).by(this::drain),
        node("undrain", "Lets a drained node take jobs again.")
            .by(request -> commands.send(new Command.Undrain(nodeId(request)))),
        decisions(),
        Route.get("/api/v1/policies", Permission.VIEW, "The installed policies.")
            .answersPageOf(PolicyView.class)
            .by(_ -> Reply.json(policies())),
        Route.get("/api/v1/policy", Permission.VIEW, "The policy that decides.")
            .answers(PolicyChoice.class)
            .by(_ -> Reply.json(new PolicyChoice(service.policy(), ""))),
        Route.put("/api/v1/policy", Permission.ADMINISTER, "Lets another policy decide.")
            .takes(PolicyChoice.class)
            .answers(Accepted.class)
            .by(this::setPolicy));
  }

  private Route decisions() {
    return Route.get("/api/v1/decisions", Permission.VIEW, "The decision log, newest first.")
        .query("job", JobRoutes.ID, "Only decisions that changed this job.")
        .query("text", new ParameterType.Text(200), "Only decisions with this text.")
        .query("changed", new ParameterType.Flag(), "Only decisions that changed something.")
        .query("before", new ParameterType.Whole(1, Long.MAX_VALUE), "Only smaller numbers.")
        .query("limit", new ParameterType.Whole(1, MOST_DECISIONS), "At most so many.")
        .answersPageOf(DecisionView.class)
        .by(request ->
            Reply.json(
                decisions.list(
                    request.maybeText("job"),
                    request.maybeText("text"),
                    request.whole("before").orElse(Long.MAX_VALUE),
                    request.flag("changed"),
                    request.whole("limit", 50))));
  }

  private ListPage<PolicyView> policies() {
    List<PolicyView> all = service.policies();
    return new ListPage<>(all, Optional.empty(), all.size());
  }

  private Reply setPolicy(Request request) {
    PolicyChoice choice = request.body(PolicyChoice.class);
    String why = choice.why().isBlank() ? "by " + request.principal().user() : choice.why();
    return commands.send(new Command.SetPolicy(choice.policy(), why));
  }

  private static RouteDraft node(String word, String summary) {
    return Route.post("/api/v1/nodes/{name}/" + word, Permission.ADMINISTER, summary)
        .path("name", NAME, "The name of the node.")
        .answers(Accepted.class);
  }

  private Reply drain(Request request) {
    NodeId node = nodeId(request);
    if (nodes.find(node.name()).state().equals("down")) {
      throw Refusal.conflict(
          "node %s is down, so it has no jobs; drain it when it is up again".formatted(node));
    }
    return commands.send(new Command.Drain(node, request.body(WhyRequest.class).why()));
  }

  private NodeId nodeId(Request request) {
    return new NodeId(nodes.find(request.text("name")).name());
  }
}
