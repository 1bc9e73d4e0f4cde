package dev.ductile.answers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Size;
import dev.ductile.reports.SpeedChart;
import dev.ductile.scenario.Question;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answer to a question about speed.
 *
 * @param best the fastest of the sizes, with the fewest tasks among equals
 * @param knee the last worker up to the best size that makes a step faster by the threshold or
 *     more; empty if there are too many sizes on the way
 */
public record PredictionAnswer(List<Line> lines, Line best, Optional<Line> knee) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
  private static final String EXAMPLES = "examplesPerSecond";
  private static final int LONGEST_WAY = 1024;

  /** One size. */
  public record Line(Size size, Estimate estimate, SortedMap<String, Object> items) {
    double speed() {
      return estimate.stepsPerSecond();
    }

    /**
     * The rate by which sizes are compared: examples per second if the model has them, because
     * larger sizes may have more examples in a step; else steps per second.
     */
    double rate() {
      return items.get(EXAMPLES) instanceof Double examples ? examples : speed();
    }

    /** The range of the rate. */
    private Estimate range() {
      double perStep = speed() > 0 ? rate() / speed() : 1;
      double low = Math.min(rate(), estimate.low() * perStep);
      double high = Math.max(rate(), estimate.high() * perStep);
      return new Estimate(rate(), low, high);
    }
  }

  /**
   * Predicts the speed at each size of the question.
   *
   * @param threshold the share of its time that a step must lose for a worker to count
   */
  public static PredictionAnswer of(Question question, double threshold) {
    List<Line> lines = question.sizes().stream().map(size -> line(question, size)).toList();
    Line best =
        lines.stream()
            .min(
                Comparator.comparingDouble((Line line) -> -line.rate())
                    .thenComparingInt(line -> line.size().tasks()))
            .orElseThrow();
    return new PredictionAnswer(lines, best, knee(question, best, threshold));
  }

  private static Line line(Question question, Size size) {
    Allocation where = question.where(size);
    SortedMap<String, Object> items =
        question.speed() instanceof Itemised itemised ? itemised.items(where) : new TreeMap<>();
    return new Line(size, question.speed().estimate(where), items);
  }

  /** Lin et al. (MASCOTS 2018), Section IV: on a concave curve it is their knee. */
  private static Optional<Line> knee(Question question, Line best, double threshold) {
    int servers = best.size().servers();
    int fewest = question.sizes().stream().mapToInt(Size::workers).min().orElse(1);
    if (best.size().workers() - fewest > LONGEST_WAY) {
      return Optional.empty();
    }
    boolean byExamples = best.items().containsKey(EXAMPLES);
    int knee = best.size().workers();
    while (knee > fewest && gain(question, new Size(knee, servers), byExamples) < threshold) {
      knee--;
    }
    return Optional.of(line(question, new Size(knee, servers)));
  }

  /** The share of its time that an example, or a step, loses by the last worker. */
  private static double gain(Question question, Size size, boolean byExamples) {
    double more = rate(question, size, byExamples);
    double fewer = rate(question, new Size(size.workers() - 1, size.servers()), byExamples);
    return more > 0 ? 1 - fewer / more : 0;
  }

  private static double rate(Question question, Size size, boolean byExamples) {
    return byExamples
        ? line(question, size).rate()
        : question.speed().stepsPerSecond(question.where(size));
  }

  /** For programs all items with all digits; for people four digits, speedup and efficiency. */
  public Response answer(boolean forPeople) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode sizes = tree.putArray("sizes");
    lines.forEach(line -> sizes.add(entry(line)));
    PredictionTable table = new PredictionTable(this, forPeople);
    return new Response(tree, table.columns(), table.rows());
  }

  /** The knee and the best size as sentences for people; empty for a single size. */
  public String summary() {
    if (lines.size() == 1) {
      return "";
    }
    String fastest =
        "Best: %s, %s %s.".formatted(words(best.size()), RoundedNumber.figure(best.rate()), unit());
    return "\n"
        + knee.map(
                line -> "Knee: %s%s.\n%s".formatted(words(line.size()), beyond(line), aside(line)))
            .orElse("")
        + fastest
        + "\n";
  }

  /** The unit of the rates. */
  public String unit() {
    return best.items().containsKey(EXAMPLES) ? "examples/s" : "steps/s";
  }

  /** The rate at the knee, if no row of the table has it. */
  private String aside(Line knee) {
    boolean isRow = lines.stream().anyMatch(line -> line.size().equals(knee.size()));
    return isRow
        ? ""
        : "It is not in the table: %s %s.\n".formatted(RoundedNumber.figure(knee.rate()), unit());
  }

  private String beyond(Line knee) {
    boolean isEnd = lines.stream().allMatch(line -> line.size().workers() <= knee.size().workers());
    if (isEnd) {
      return ", the last size of the question";
    }
    return knee.size().equals(best.size())
        ? "; more workers are no faster"
        : "; more workers gain little";
  }

  /** One curve over the workers for each number of servers. */
  public List<SpeedChart.Curve> curves() {
    var byServers = new TreeMap<Integer, List<SpeedChart.Point>>();
    for (Line line : lines) {
      byServers
          .computeIfAbsent(line.size().servers(), _ -> new ArrayList<>())
          .add(new SpeedChart.Point(line.size().workers(), line.range()));
    }
    return byServers.entrySet().stream()
        .map(curve -> new SpeedChart.Curve(curve.getKey(), curve.getValue()))
        .toList();
  }

  /** The marked points of the chart. */
  public List<SpeedChart.Mark> marks() {
    var marks = new ArrayList<SpeedChart.Mark>();
    knee.ifPresent(line -> marks.add(new SpeedChart.Mark("knee", line.size(), line.rate())));
    marks.add(new SpeedChart.Mark("best", best.size(), best.rate()));
    return marks;
  }

  private ObjectNode entry(Line line) {
    ObjectNode entry =
        JsonNodeFactory.instance
            .objectNode()
            .put("workers", line.size().workers())
            .put("servers", line.size().servers())
            .put("stepsPerSecond", line.speed())
            .put("low", line.estimate().low())
            .put("high", line.estimate().high());
    line.items().forEach((name, value) -> entry.set(name, JSON.<JsonNode>valueToTree(value)));
    return entry;
  }

  public static String words(Size size) {
    String workers = size.workers() == 1 ? "1 worker" : size.workers() + " workers";
    return switch (size.servers()) {
      case 0 -> workers;
      case 1 -> workers + " and 1 server";
      default -> workers + " and " + size.servers() + " servers";
    };
  }
}
