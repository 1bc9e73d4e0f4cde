package dev.ductile.scenario.file;

import dev.ductile.api.Labels;
import dev.ductile.api.Resources;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Shadow;
import dev.ductile.scenario.WorkerBound;
import dev.ductile.text.Binder;
import dev.ductile.text.Scalars;
import dev.ductile.text.TypeReader;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Readers of types that are not plain groups of keys in a scenario. */
final class TypeReaders {
  private static final Map<Class<?>, TypeReader<?>> ALL =
      Map.of(
          Resources.class, (TypeReader<Resources>) one -> Resources.of(Scalars.amounts(one)),
          Labels.class, (TypeReader<Labels>) TypeReaders::labels,
          Choice.class, (TypeReader<Choice>) Choice::of,
          Cost.class, (TypeReader<Cost>) TypeReaders::cost,
          AttainedService.class, (TypeReader<AttainedService>) TypeReaders::attained,
          WorkEntry.class, (TypeReader<WorkEntry>) TypeReaders::work,
          AfterEntry.class, (TypeReader<AfterEntry>) TypeReaders::after,
          ArrayEntry.class, (TypeReader<ArrayEntry>) ArrayEntry::of,
          WorkerBound.class, (TypeReader<WorkerBound>) TypeReaders::bound,
          Distribution.class, (TypeReader<Distribution>) TypeReaders::distribution);

  /** Records that a file may give in part: absent keys keep their defaults. */
  static final List<Record> DEFAULTS =
      List.of(
          Noise.NONE,
          Failures.NEVER,
          Feedback.NONE,
          RunLimits.GENEROUS,
          Shadow.Promotion.DEFAULT,
          Shadow.Fallback.DEFAULT);

  /** The binder of scenario and state files. */
  static final Binder BINDER = new Binder(ALL, DEFAULTS);

  private TypeReaders() {}

  private static Labels labels(Written written) {
    var values = new HashMap<String, String>();
    written.members().forEach((name, value) -> values.put(name, Scalars.text(value)));
    return Labels.of(values);
  }

  private static Cost cost(Written written) {
    if (!written.node().isArray()) {
      return Cost.fixed(Scalars.duration(written));
    }
    List<Duration> samples = written.elements().stream().map(Scalars::duration).toList();
    return new Cost.Measured(samples);
  }

  /** Device-seconds, or the time that one device takes for them. */
  private static AttainedService attained(Written written) {
    return new AttainedService(
        written.node().isNumber()
            ? Scalars.number(written)
            : Scalars.duration(written).toNanos() * 1e-9);
  }

  private static WorkEntry work(Written written) {
    if (written.node().isObject()) {
      return BINDER.record(WorkEntry.class, written);
    }
    if (!written.node().isNumber()) {
      throw written.wrong(
          "must be a number of steps such as 3000, or a group such as {total: 90, unit: epochs}, not "
              + written.quoted());
    }
    return WorkEntry.of(Scalars.number(written));
  }

  private static AfterEntry after(Written written) {
    return written.node().isObject()
        ? BINDER.record(AfterEntry.class, written)
        : new AfterEntry(Scalars.text(written), Optional.empty());
  }

  private static WorkerBound bound(Written written) {
    return written.made(() ->
        WorkerBound.read(written.node().asText())
            .orElseThrow(() ->
                written.wrong(
                    "must be a number of workers or a multiple such as 4x, not "
                        + written.quoted())));
  }

  private static Distribution distribution(Written written) {
    return written.node().isNumber()
        ? new Distribution.Fixed(Scalars.number(written))
        : BINDER.record(DistributionEntry.class, written).distribution();
  }
}
