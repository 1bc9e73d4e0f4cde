package dev.ductile.cli;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Elasticity;
import dev.ductile.scenario.WorkerBound;
import dev.ductile.text.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that let the jobs of a trace or of a state change their sizes. */
final class ElasticOptions {
  @Option(
      names = "--elastic",
      paramLabel = "MIN-MAX",
      arity = "0..1",
      fallbackValue = "1-4x",
      converter = RangeText.class,
      description =
          "Lets jobs change their sizes: from MIN to MAX workers, each a number or a multiple of the"
              + " workers that the job asked for (without a value: ${FALLBACK-VALUE}).")
  private @Nullable String range;

  @Option(
      names = "--speed",
      paramLabel = "MODEL",
      completionCandidates = Known.ProfilesAndFiles.class,
      description =
          "With --elastic: how jobs scale, as a model in a file, or a profile such as"
              + " resnet50@h200 with --link (default: workers to the power of 0.9, which is not"
              + " measured). At the size that it asked for, each job takes the same time as without --elastic.")
  private @Nullable String speed;

  @Option(
      names = "--link",
      paramLabel = "RATE",
      description = "For a profile: the bandwidth between workers, such as 25Gbps or 3GB/s.")
  private @Nullable String link;

  /** Refuses a text that is not meant as a range, such as the trace after the option. */
  static final class RangeText implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.matches("[.\\d].*") && !Files.exists(Path.of(text))) {
        return text;
      }
      throw new TypeConversionException(
          "bounds are such as 1-16, 1-4x or 0.5x-2x; put TRACE before --elastic, not \"%s\" after it"
              .formatted(text));
    }
  }

  Optional<Elasticity> elasticity(Catalog catalog) {
    if (range == null) {
      if (speed != null || link != null) {
        throw new InputException("--speed and --link need --elastic");
      }
      return Optional.empty();
    }
    String[] ends = range.split("-", -1);
    if (ends.length != 2) {
      throw wrong(range);
    }
    WorkerBound min = bound(ends[0]);
    WorkerBound max = bound(ends[1]);
    try {
      return Optional.of(
          speed == null
              ? Elasticity.assumed(min, max, catalog)
              : measured(min, max, speed, catalog));
    } catch (IllegalArgumentException broken) {
      throw new InputException("--elastic: " + broken.getMessage(), broken);
    }
  }

  private Elasticity measured(WorkerBound min, WorkerBound max, String model, Catalog catalog) {
    QuestionSource asked = QuestionSource.of(model);
    if (asked.isProfile() && link == null) {
      throw new InputException(
          "--speed %s needs the link between workers, such as --link 25Gbps".formatted(model));
    }
    QuestionSource linked = link == null ? asked : asked.with("link", link);
    String source =
        asked.isProfile() ? "a profile of one network, not of these jobs" : "from " + model;
    return new Elasticity(min, max, catalog.speedSpec(linked.written()), source);
  }

  private static WorkerBound bound(String text) {
    try {
      return WorkerBound.read(text).orElseThrow(() -> wrong(text));
    } catch (IllegalArgumentException broken) {
      throw new InputException("--elastic: " + broken.getMessage(), broken);
    }
  }

  private static InputException wrong(String text) {
    return new InputException(
        "--elastic needs bounds such as 1-16, 1-4x or 0.5x-2x, not \"%s\"".formatted(text));
  }
}
