package dev.ductile.scenario.cluster;

import dev.ductile.api.Reason;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sentences on the assumptions of an import and on all that a state cannot say. */
final class Remarks {
  private static final int MOST_NAMED = 5;

  /** The jobs or nodes that a sentence is about; none if it is about the whole cluster. */
  private record Subjects(String noun, Set<String> names) {}

  private final Map<String, Subjects> subjects = new LinkedHashMap<>();

  /** A sentence about the whole cluster. */
  void add(String sentence) {
    subjects.putIfAbsent(sentence, new Subjects("", Set.of()));
  }

  /** The same sentence about one more subject; a subject counts once. */
  void add(String sentence, String noun, String name) {
    subjects
        .computeIfAbsent(sentence, any -> new Subjects(noun, new LinkedHashSet<>()))
        .names()
        .add(name);
  }

  void job(String sentence, String job) {
    add(sentence, "job", job);
  }

  void node(String sentence, String node) {
    add(sentence, "node", node);
  }

  List<String> lines() {
    return subjects.entrySet().stream()
        .map(entry -> line(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static String line(String sentence, Subjects about) {
    if (about.names().isEmpty()) {
      return sentence;
    }
    List<String> first = about.names().stream().limit(MOST_NAMED).toList();
    String more = about.names().size() > first.size() ? ", ..." : "";
    return "%s (%s: %s%s)"
        .formatted(
            sentence,
            Reason.count(about.names().size(), about.noun()),
            String.join(", ", first),
            more);
  }
}
