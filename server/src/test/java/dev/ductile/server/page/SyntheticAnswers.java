package dev.ductile.server.page;

import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.PolicyView;
import dev.ductile.rest.ShadowDifference;
import dev.ductile.rest.ShadowView;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.TokenView;
import dev.ductile.rest.UsageRow;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfJob;
import dev.ductile.rest.WhatIfMeasure;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The documents of a {@link SyntheticCluster} that are not about one job. */
record SyntheticAnswers(SyntheticCluster cluster, Clock clock) {
  private static final String PICTURE =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"320\""
          + " viewBox=\"0 0 640 320\"><rect width=\"640\" height=\"320\" fill=\"#ffffff\"/>"
          + "<path d=\"M40 280L600 40\" stroke=\"#0072b2\" fill=\"none\"/></svg>";

  Optional<Object> find(String path) {
    return switch (path) {
      case "policies" -> Optional.of(SyntheticServer.page(policies()));
      case "policy" -> Optional.of(new PolicyChoice("marginal", "shortest completion times"));
      case "shadow" -> Optional.of(shadows());
      case "usage" -> Optional.of(SyntheticServer.page(usage()));
      case "tokens" -> Optional.of(SyntheticServer.page(tokens()));
      case "audit" -> Optional.of(SyntheticServer.page(audit()));
      case "what-if" -> Optional.of(whatIf());
      default -> Optional.empty();
    };
  }

  ListPage<DecisionView> decisions(Map<String, String> query) {
    long before = Long.parseLong(query.getOrDefault("before", Long.toString(Long.MAX_VALUE)));
    List<DecisionView> found =
        cluster.decisions().stream()
            .filter(decision -> decision.number() < before)
            .filter(decision -> concerns(decision, query.getOrDefault("job", "")))
            .filter(decision -> decision.toString().contains(query.getOrDefault("text", "")))
            .toList();
    List<DecisionView> part =
        found.subList(
            0, Math.min(found.size(), Integer.parseInt(query.getOrDefault("limit", "100"))));
    return new ListPage<>(
        part,
        part.size() < found.size()
            ? Optional.of(Long.toString(part.getLast().number()))
            : Optional.empty(),
        found.size());
  }

  private static boolean concerns(DecisionView decision, String job) {
    return job.isEmpty()
        || decision.changes().stream().anyMatch(change -> change.job().equals(job));
  }

  private static List<PolicyView> policies() {
    return List.of(
        new PolicyView(
            "marginal", "Optimus, EuroSys 2018", "Greedy by marginal gain.", true, Map.of()),
        new PolicyView("fifo", "", "In the order of submission.", false, Map.of()));
  }

  private ListPage<ShadowView> shadows() {
    List<ShadowView> both = List.of(shadow("srtf"), shadow("fifo"));
    return new ListPage<>(both, Optional.empty(), both.size());
  }

  private ShadowView shadow(String policy) {
    return new ShadowView(
        "marginal",
        policy,
        Optional.of(clock.instant().minusSeconds(86_400)),
        812,
        640,
        40_600,
        38_570,
        3,
        0,
        List.of(
            new ShadowDifference(
                clock.instant().minusSeconds(40),
                "resnet-7",
                new TaskCounts(4, 0),
                new TaskCounts(2, 0),
                "needs 2 gpu, and its remaining time is the shortest"),
            new ShadowDifference(
                clock.instant().minusSeconds(90),
                "bert-2",
                new TaskCounts(0, 0),
                new TaskCounts(8, 1),
                "is the first in the queue")),
        measures(),
        policy + " would have given the same sizes in 640 of 812 decisions");
  }

  private static List<WhatIfMeasure> measures() {
    return List.of(
        new WhatIfMeasure("mean completion", "s", 5400, 4300, -1100, -1500, -700, true),
        new WhatIfMeasure("utilisation", "%", 82, 84, 2, -1, 5, false));
  }

  private List<UsageRow> usage() {
    return List.of(
        new UsageRow(
            "ada", 210, 900_000, 870_000, Optional.of(640_000.0), Optional.of(850_000.0), 12_000),
        new UsageRow("grace", 95, 400_000, 390_000, Optional.empty(), Optional.empty(), 3_000));
  }

  private List<TokenView> tokens() {
    return List.of(
        new TokenView(
            "t1",
            "token",
            "laptop of ada",
            "ada",
            "admin",
            List.of(),
            clock.instant().minusSeconds(90_000),
            Optional.of(clock.instant().plusSeconds(900_000)),
            Optional.of(clock.instant().minusSeconds(20)),
            false),
        new TokenView(
            "session-1",
            "session",
            "sign-in at the provider",
            "grace",
            "user",
            List.of(),
            clock.instant().minusSeconds(900),
            Optional.of(clock.instant().plusSeconds(9_000)),
            Optional.empty(),
            false));
  }

  private List<AuditEntry> audit() {
    return List.of(
        new AuditEntry(
            12, clock.instant(), "ada", "127.0.0.1", "cancel", "bert-00001", "accepted"));
  }

  private WhatIfAnswer whatIf() {
    var soon = new TimeRange(clock.instant(), clock.instant(), clock.instant());
    var later =
        new TimeRange(
            clock.instant().plusSeconds(900),
            clock.instant().plusSeconds(1800),
            clock.instant().plusSeconds(2900));
    return new WhatIfAnswer(
        "policy fifo instead of marginal",
        20,
        false,
        measures(),
        List.of(
            new WhatIfJob(
                "bert-00001",
                "pending",
                Optional.of(later),
                Optional.of(soon),
                Optional.of(later),
                Optional.empty())),
        Map.of("Completion times", PICTURE));
  }
}
