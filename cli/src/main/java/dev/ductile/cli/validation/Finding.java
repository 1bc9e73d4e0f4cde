package dev.ductile.cli.validation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.InputException;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Place;
import dev.ductile.text.Suggestion;
import java.util.Comparator;
import java.util.List;

/**
 * The result of checking one file.
 *
 * @param kind empty if it could not be found out
 * @param summary the contents of a file without problems, for people
 * @param problems in the order of the file, and no more than were asked for
 * @param notes remarks on a file without problems
 * @param isComplete whether the whole file was read and all its problems are here
 */
public record Finding(
    String file,
    String kind,
    String summary,
    List<InputException> problems,
    List<String> notes,
    boolean isComplete) {

  static Finding valid(String file, CheckedKind kind, String summary, List<String> notes) {
    return new Finding(file, kind.toString(), summary, List.of(), notes, true);
  }

  static Finding wrong(String file, String kind, List<InputException> problems, int most) {
    List<InputException> sorted =
        problems.stream()
            .sorted(
                Comparator.comparingLong(problem -> problem.place().map(Place::line).orElse(0L)))
            .limit(most)
            .toList();
    boolean isComplete = sorted.size() == problems.size() && problems.size() < Mistakes.MOST;
    return new Finding(file, kind, "", sorted, List.of(), isComplete);
  }

  /** Whether the reader of the file stopped here; a trace has no limit but the option's. */
  public boolean isAtLimit() {
    return problems.size() >= Mistakes.MOST && !kind.equals(CheckedKind.TRACE.toString());
  }

  public boolean isValid() {
    return problems.isEmpty();
  }

  /** The same for programs. */
  public ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("file", file).put("kind", kind).put("valid", isValid()).put("complete", isComplete);
    var list = tree.putArray("problems");
    problems.forEach(problem -> list.add(tree(problem)));
    notes.forEach(tree.putArray("notes")::add);
    return tree;
  }

  private static ObjectNode tree(InputException problem) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    problem
        .place()
        .ifPresent(place -> {
          if (place.line() > 0) {
            tree.put("line", place.line());
          }
          if (place.column() > 0) {
            tree.put("column", place.column());
          }
        });
    problem.key().ifPresent(key -> tree.put("key", key));
    tree.put("message", problem.complaint());
    Suggestion.in(problem.complaint()).ifPresent(word -> tree.put("suggestion", word));
    return tree;
  }

  /** The rows of a table: one for each problem. */
  public List<List<String>> rows() {
    return problems.stream()
        .map(problem ->
            List.of(
                file,
                kind,
                number(problem.place().map(Place::line).orElse(0L)),
                number(problem.place().map(Place::column).orElse(0L)),
                problem.key().orElse(""),
                problem.complaint(),
                Suggestion.in(problem.complaint()).orElse("")))
        .toList();
  }

  private static String number(long number) {
    return number > 0 ? Long.toString(number) : "";
  }
}
