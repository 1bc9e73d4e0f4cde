package dev.ductile.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Resources;
import dev.ductile.scenario.text.Binder;
import dev.ductile.scenario.text.Form;
import dev.ductile.scenario.text.Quantity;
import dev.ductile.scenario.text.Scalars;
import dev.ductile.scenario.text.Written;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the words of a scenario are written where a group of keys would be clumsy. */
final class Forms {
  private static final Map<Class<?>, Form<?>> ALL =
      Map.of(
          Resources.class, (Form<Resources>) Forms::resources,
          Choice.class, (Form<Choice>) Forms::choice,
          Cost.class, (Form<Cost>) Forms::cost,
          Attained.class, (Form<Attained>) Forms::attained,
          WorkEntry.class, (Form<WorkEntry>) Forms::work,
          Distribution.class, (Form<Distribution>) Forms::distribution);

  /** Binds everything that people write. */
  static final Binder BINDER =
      new Binder(ALL, List.of(Noise.NONE, Failures.NEVER, Feedback.NONE, Limits.GENEROUS));

  private Forms() {}

  private static Resources resources(Written written) {
    var amounts = new HashMap<String, Double>();
    written.members().forEach((name, amount) -> amounts.put(name, amount(amount)));
    return Resources.of(amounts);
  }

  private static double amount(Written written) {
    double amount =
        written.node().isTextual()
            ? Quantity.amount(written.node().textValue())
                .orElseThrow(() ->
                    written.wrong("must be a number or such as 64GiB, not " + written.quoted()))
            : Scalars.number(written);
    if (amount < 0) {
      throw written.wrong("cannot be negative, but is " + written.quoted());
    }
    return amount;
  }

  static Choice choice(Written written) {
    if (!written.node().isObject()) {
      return Choice.named(Scalars.text(written));
    }
    String name = Scalars.text(written.need("name"));
    ObjectNode settings = written.node().deepCopy();
    settings.remove("name");
    return new Choice(name, settings);
  }

  private static Cost cost(Written written) {
    if (!written.node().isArray()) {
      return Cost.fixed(Scalars.duration(written));
    }
    List<Duration> samples = written.elements().stream().map(Scalars::duration).toList();
    return new Cost.Measured(samples);
  }

  /** Device-seconds, or the time that one device takes for them. */
  private static Attained attained(Written written) {
    return new Attained(
        written.node().isNumber()
            ? Scalars.number(written)
            : Scalars.duration(written).toNanos() * 1e-9);
  }

  private static WorkEntry work(Written written) {
    return written.node().isNumber()
        ? WorkEntry.of(Scalars.number(written))
        : BINDER.record(WorkEntry.class, written);
  }

  private static Distribution distribution(Written written) {
    return written.node().isNumber()
        ? new Distribution.Fixed(Scalars.number(written))
        : BINDER.record(DistributionEntry.class, written).distribution();
  }
}
