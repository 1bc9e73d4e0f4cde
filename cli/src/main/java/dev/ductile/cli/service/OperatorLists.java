package dev.ductile.cli.service;

import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.DecidedChange;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.SecretName;
import dev.ductile.rest.TaskHolder;
import dev.ductile.rest.TokenView;
import dev.ductile.rest.UsageRow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Lists for operators. */
public final class OperatorLists {
  private static final double HOUR_SECONDS = 3_600;

  private OperatorLists() {}

  public static Listing<QueueView> queues(List<QueueView> queues) {
    return new Listing<>(
        "queues",
        queues,
        List.of(
            Column.of("queue", QueueView::name),
            Column.of("running", one -> Integer.toString(one.running())),
            Column.of("pending", one -> Integer.toString(one.pending())),
            Column.of("share", one -> Words.percent(one.share()), one -> Words.number(one.share())),
            Column.of(
                "fair share",
                one -> Words.percent(one.fairShare()),
                one -> Words.number(one.fairShare())),
            Column.wide(
                "steady share",
                one -> Words.percent(one.steadyShare()),
                one -> Words.number(one.steadyShare())),
            Column.of("weight", one -> Words.number(one.weight())),
            Column.of("used", one -> Words.amounts(one.used())),
            Column.of("guaranteed", one -> Words.amounts(one.guaranteed())),
            Column.of("quota", one -> Words.amounts(one.quota())),
            Column.of("borrowed", one -> Words.amounts(one.borrowed())),
            Column.wide("may borrow", one -> one.borrows() ? "yes" : "no"),
            Column.wide("user quota", one -> Words.amounts(one.userQuota())),
            Column.wide("max priority", one -> Integer.toString(one.maxPriority())),
            Column.wide(
                "half-life",
                one -> one.halfLifeSeconds().map(Times::length).orElse(""),
                one -> one.halfLifeSeconds().map(Words::number).orElse("")),
            Column.wide("past device-hours", one -> Words.number(one.usage() / HOUR_SECONDS))),
        List.of("quota", "borrowed", "weight"),
        QueueView::name);
  }

  public static Listing<SecretName> secrets(List<SecretName> secrets) {
    return new Listing<>(
        "secrets",
        secrets,
        List.of(Column.of("secret", SecretName::name)),
        List.of(),
        SecretName::name);
  }

  public static Listing<NodeView> nodes(List<NodeView> nodes) {
    return new Listing<>(
        "nodes",
        nodes,
        List.of(
            Column.of("node", NodeView::name),
            Column.of("state", NodeView::state),
            Column.of("allocated", one -> parts(one.allocated(), one.capacity())),
            Column.of("used", one -> Words.amounts(one.used())),
            Column.of("jobs", OperatorLists::jobs),
            Column.of("why", one -> one.why().orElse("")),
            Column.wide("labels", OperatorLists::labels)),
        List.of("why", "used"),
        NodeView::name);
  }

  /** {@code 3 of 8 gpu}, for each resource of a node. */
  private static String parts(Map<String, Double> allocated, Map<String, Double> capacity) {
    return new TreeMap<>(capacity)
        .entrySet().stream()
            .map(one ->
                "%s of %s %s"
                    .formatted(
                        Words.amount(allocated.getOrDefault(one.getKey(), 0.0)),
                        Words.amount(one.getValue()),
                        one.getKey()))
            .collect(Collectors.joining(", "));
  }

  private static String jobs(NodeView node) {
    return node.jobs().stream().map(TaskHolder::job).distinct().collect(Collectors.joining(" "));
  }

  private static String labels(NodeView node) {
    return new TreeMap<>(node.labels())
        .entrySet().stream()
            .map(one -> one.getKey() + "=" + one.getValue())
            .collect(Collectors.joining(" "));
  }

  public static Listing<TokenView> tokens(List<TokenView> tokens, Times times) {
    return new Listing<>(
        "tokens",
        tokens,
        List.of(
            Column.of("token", TokenView::id),
            Column.of("kind", TokenView::kind),
            Column.of("name", TokenView::name),
            Column.of("user", TokenView::user),
            Column.of("role", TokenView::role),
            Column.of("queues", one -> String.join(" ", one.queues())),
            Column.of("age", one -> times.age(one.created()), one -> one.created().toString()),
            Column.of("last used", one -> one.lastUsed().map(times::age).orElse("never")),
            Column.of(
                "expires",
                one -> one.expires().map(times::at).orElse("never"),
                one -> one.expires().map(Object::toString).orElse("")),
            Column.of("revoked", one -> one.revoked() ? "yes" : "")),
        List.of("last used", "age"),
        TokenView::id);
  }

  public static Listing<AuditEntry> audit(List<AuditEntry> entries, Times times) {
    return new Listing<>(
        "audit",
        entries,
        List.of(
            Column.of("number", one -> Long.toString(one.number())),
            Column.of("time", one -> times.at(one.at()), one -> one.at().toString()),
            Column.of("user", AuditEntry::user),
            Column.of("from", AuditEntry::from),
            Column.of("action", AuditEntry::action),
            Column.of("target", AuditEntry::target),
            Column.of("outcome", AuditEntry::outcome)),
        List.of("from", "number"),
        one -> Long.toString(one.number()));
  }

  public static Listing<DecisionView> decisions(List<DecisionView> decisions, Times times) {
    return new Listing<>(
        "decisions",
        decisions,
        List.of(
            Column.of("number", one -> Long.toString(one.number())),
            Column.of("time", one -> times.clock(one.at()), one -> one.at().toString()),
            Column.of("policy", DecisionView::policy),
            Column.of("trigger", DecisionView::trigger),
            Column.of("ms", one -> Words.number(one.milliseconds())),
            Column.of("waiting", one -> Integer.toString(one.waiting())),
            Column.of("changes", OperatorLists::changes)),
        List.of("ms", "policy"),
        one -> Long.toString(one.number()));
  }

  private static String changes(DecisionView decision) {
    return decision.changes().stream().map(OperatorLists::change).collect(Collectors.joining("; "));
  }

  private static String change(DecidedChange change) {
    return "%s: %s to %s"
        .formatted(change.job(), Words.size(change.from()), Words.size(change.to()));
  }

  public static Listing<UsageRow> usage(List<UsageRow> rows) {
    return new Listing<>(
        "usage",
        rows,
        List.of(
            Column.of("name", UsageRow::name),
            Column.of("jobs", one -> Integer.toString(one.jobs())),
            Column.of("asked", one -> hours(one.askedDeviceSeconds())),
            Column.of("allocated", one -> hours(one.allocatedDeviceSeconds())),
            Column.of("used", one -> one.usedDeviceSeconds().map(OperatorLists::hours).orElse("")),
            Column.of(
                "used part",
                one -> Words.part(one.usedDeviceSeconds(), one.measuredDeviceSeconds()).orElse("")),
            Column.of("lost", one -> hours(one.lostDeviceSeconds()))),
        List.of(),
        UsageRow::name);
  }

  private static String hours(double seconds) {
    return Words.number(seconds / HOUR_SECONDS);
  }
}
