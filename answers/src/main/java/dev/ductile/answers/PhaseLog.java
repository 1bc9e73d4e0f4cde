package dev.ductile.answers;

import dev.ductile.models.profile.PhaseTimes;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Place;
import dev.ductile.text.Scalars;
import dev.ductile.text.TextFile;
import dev.ductile.text.Written;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A file of JSON lines with the times of the phases of each worker's steps. Its format is in
 * docs/reference/models/profiling.md.
 *
 * @param steps of each worker, in the order of the file and without its first ones
 * @param workers the most workers at the same time, according to the lines
 */
public record PhaseLog(SortedMap<String, List<PhaseTimes.Step>> steps, int workers) {
  private static final int VERSION = 1;
  private static final int MOST_STEPS = 1_000_000;
  private static final int MOST_WORKERS = 10_000;

  /** The first steps fill caches and open connections: a twentieth, but no more than these. */
  private static final int MOST_WARM_UP = 10;

  private static final int LEAST_STEPS = 3;

  public static PhaseLog read(InputFile file) {
    var steps = new TreeMap<String, List<PhaseTimes.Step>>();
    int workers = 1;
    int number = 0;
    var mistakes = new Mistakes();
    try (var reader =
        new BufferedReader(new InputStreamReader(file.open(), StandardCharsets.UTF_8))) {
      for (var line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          int at = number;
          String text = line;
          workers =
              Math.max(
                  workers,
                  mistakes
                      .tried(() -> take(Document.line(file.toString(), at, text).root(), steps))
                      .orElse(1));
        }
        if (number > MOST_STEPS) {
          throw new InputException("%s: has more than %d steps".formatted(file, MOST_STEPS));
        }
      }
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
    mistakes.throwAny();
    if (steps.isEmpty()) {
      throw new InputException(Place.in(file.toString()), "the file has no steps");
    }
    steps.replaceAll((worker, all) -> warm(file, worker, all));
    return new PhaseLog(steps, workers);
  }

  /** Takes the step of a line; returns the number of workers that the line reports. */
  private static int take(Written line, SortedMap<String, List<PhaseTimes.Step>> steps) {
    int version = line.get("version").map(text -> Scalars.whole(text, 1, 1000)).orElse(VERSION);
    if (version != VERSION) {
      throw line.wrong(
          "is of version %d, and this program knows version %d".formatted(version, VERSION));
    }
    String worker = Scalars.text(line.need("worker"));
    if (!steps.containsKey(worker) && steps.size() == MOST_WORKERS) {
      throw line.wrong("has too many workers; at most %d are read".formatted(MOST_WORKERS));
    }
    steps.computeIfAbsent(worker, name -> new ArrayList<>()).add(step(line.need("seconds")));
    return line.get("workers").map(count -> Scalars.whole(count, 1, MOST_WORKERS)).orElse(1);
  }

  private static PhaseTimes.Step step(Written seconds) {
    try {
      return new PhaseTimes.Step(
          Scalars.number(seconds.need("downlink")),
          Scalars.number(seconds.need("worker")),
          Scalars.number(seconds.need("uplink")),
          Scalars.number(seconds.need("server")));
    } catch (IllegalArgumentException broken) {
      throw seconds.breaks(String.valueOf(broken.getMessage()));
    }
  }

  private static List<PhaseTimes.Step> warm(
      InputFile file, String worker, List<PhaseTimes.Step> steps) {
    int warmUp = Math.clamp((steps.size() + 19) / 20, 1, MOST_WARM_UP);
    if (steps.size() - warmUp < LEAST_STEPS) {
      throw new InputException(
          "%s: worker %s made %d steps; %d are needed after the first"
              .formatted(file, worker, steps.size(), LEAST_STEPS));
    }
    return List.copyOf(steps.subList(warmUp, steps.size()));
  }
}
