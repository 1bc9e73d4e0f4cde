package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Size;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Question;
import dev.ductile.text.FileKind;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A speed model and sizes, in one group of keys: {@code {model: ring, ..., workers: [1, 2, 4],
 * servers: 2, perNode: 8}}.
 */
public final class QuestionFile {
  private static final String WORKERS = "workers";
  private static final String SERVERS = "servers";
  private static final String PER_NODE = "perNode";
  private static final List<String> SIZES = List.of(WORKERS, SERVERS, PER_NODE);

  private QuestionFile() {}

  public static Question read(Written written, Catalog catalog) {
    List<String> keys = new ArrayList<>(catalog.keys(written));
    keys.addAll(SIZES);
    keys.add(FileKind.KEY);
    written.allowKeys(keys);
    Written model = withoutSizes(written, catalog);
    List<Size> usual = catalog.sizes(model);
    Optional<List<Integer>> workers = written.get(WORKERS).map(list -> numbers(list, 1));
    Optional<List<Integer>> servers = written.get(SERVERS).map(list -> numbers(list, 0));
    try {
      List<Size> sizes =
          workers.isEmpty() && servers.isEmpty()
              ? usual
              : crossed(
                  workers.orElseGet(() -> distinct(usual.stream().map(Size::workers).toList())),
                  servers.orElseGet(() -> distinct(usual.stream().map(Size::servers).toList())));
      return new Question(catalog.speed(catalog.speedSpec(model)), sizes, perNode(written));
    } catch (IllegalArgumentException broken) {
      throw written.breaks(String.valueOf(broken.getMessage()));
    }
  }

  /** A single number of servers is a parameter of the model, if the model has that parameter. */
  private static Written withoutSizes(Written written, Catalog catalog) {
    ObjectNode model = written.node().deepCopy();
    model.remove(List.of(WORKERS, PER_NODE, FileKind.KEY));
    var question = new Written(written.document(), written.trail(), model);
    boolean isOwn =
        model.path(SERVERS).isIntegralNumber()
            && model.path(SERVERS).intValue() > 0
            && catalog.keys(question).contains(SERVERS);
    if (!isOwn) {
      model.remove(SERVERS);
    }
    return question;
  }

  private static OptionalInt perNode(Written written) {
    return written
        .get(PER_NODE)
        .map(number -> OptionalInt.of(Scalars.whole(number, 1, Question.MOST_TASKS)))
        .orElse(OptionalInt.empty());
  }

  /** A number, a list of numbers, or a range such as {@code 1..64}. */
  private static List<Integer> numbers(Written written, int least) {
    if (written.node().isArray()) {
      return written.elements().stream()
          .map(element -> Scalars.whole(element, least, Question.MOST_TASKS))
          .toList();
    }
    if (!written.node().isTextual()) {
      return List.of(Scalars.whole(written, least, Question.MOST_TASKS));
    }
    return range(written, least);
  }

  private static List<Integer> range(Written written, int least) {
    String[] ends = written.node().textValue().split("\\.\\.", -1);
    try {
      int first = Integer.parseInt(ends[0].strip());
      int last = Integer.parseInt(ends[ends.length - 1].strip());
      if (ends.length == 2 && least <= first && first <= last && last <= Question.MOST_TASKS) {
        return IntStream.rangeClosed(first, last).boxed().toList();
      }
    } catch (NumberFormatException _) {
      // Refused below, like all other text that is not a range.
    }
    throw written.wrong("must be such as 4, [1, 2, 4] or 1..64, not " + written.quoted());
  }

  private static List<Integer> distinct(List<Integer> numbers) {
    return numbers.stream().distinct().sorted().toList();
  }

  private static List<Size> crossed(List<Integer> workers, List<Integer> servers) {
    long count = (long) workers.size() * servers.size();
    if (count > Question.MOST_SIZES) {
      throw new IllegalArgumentException(
          "workers and servers make %d sizes; at most %d can be asked about"
              .formatted(count, Question.MOST_SIZES));
    }
    var sizes = new ArrayList<Size>();
    for (int server : servers) {
      for (int worker : workers) {
        sizes.add(new Size(worker, server));
      }
    }
    return sizes;
  }
}
