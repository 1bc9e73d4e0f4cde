package dev.ductile.scenario.cluster;

import dev.ductile.api.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sentences on the assumptions of an import and on all that a state cannot say. */
final class Remarks {
  private static final int MOST_NAMED = 5;

  /** The jobs or nodes that a sentence is about; none if it is about the whole cluster. */
  private record Subjects(String noun, List<String> first, long count) {}

  private final Map<String, Subjects> subjects = new LinkedHashMap<>();

  /** A sentence about the whole cluster. */
  void add(String sentence) {
    subjects.putIfAbsent(sentence, new Subjects("", List.of(), 0));
  }

  /** The same sentence about one more subject. */
  void add(String sentence, String noun, String name) {
    Subjects before = subjects.getOrDefault(sentence, new Subjects(noun, List.of(), 0));
    var first = new ArrayList<>(before.first());
    if (first.size() < MOST_NAMED) {
      first.add(name);
    }
    subjects.put(sentence, new Subjects(noun, List.copyOf(first), before.count() + 1));
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
    if (about.count() == 0) {
      return sentence;
    }
    String more = about.count() > about.first().size() ? ", ..." : "";
    return "%s (%s: %s%s)"
        .formatted(
            sentence,
            Reason.count(about.count(), about.noun()),
            String.join(", ", about.first()),
            more);
  }
}
