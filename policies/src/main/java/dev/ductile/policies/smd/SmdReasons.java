package dev.ductile.policies.smd;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.Amounts;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.SharedUnit;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The reasons of SMD's decisions, as ends of sentences, with the numbers before the decision. */
record SmdReasons(
    List<String> resources, List<Double> capacity, Instant now, double keep, Selection selection) {
  /** A relative change of the remaining time below this is a rounding error. */
  private static final double LEAST_PART = 1e-12;

  static SmdReasons before(Budget budget, Instant now, double keep, Selection selection) {
    List<Double> capacity = Arrays.stream(budget.left()).boxed().toList();
    return new SmdReasons(budget.resources(), capacity, now, keep, selection);
  }

  /** The reason of an admitted job's size. */
  Phrase admitted(Offer offer) {
    Size size = offer.size();
    var workerMore = new Size(size.workers() + 1, size.servers());
    var serverMore = new Size(size.workers(), size.servers() + 1);
    SharedUnit unit = SharedUnit.of(offer.seconds());
    return Phrase.of(
        "ends in {remaining}, worth {worth}; {oneMoreWorker}{}{}",
        unit.worded(offer.seconds()),
        offer.worth(),
        compared(offer, "another worker", workerMore, unit),
        offer.allowance().servers().most() > 0
            ? Phrase.of(", {oneMoreServer}", compared(offer, "another server", serverMore, unit))
            : Phrase.NONE,
        keep < 1
            ? Phrase.of(
                "; the smallest size that keeps {keptUtility} of its utility",
                new Worded(keep, Reason.text(100 * keep) + " %"))
            : Phrase.NONE);
  }

  private Phrase compared(Offer offer, String more, Size other, SharedUnit unit) {
    Allowance allowance = offer.allowance();
    int resource = allowance.shortOf(other.workers(), other.servers());
    if (resource >= 0) {
      return Phrase.of("{} would need {}", more, aboveBound(allowance, resource, other));
    }
    Job job = offer.candidate().job();
    if (!job.spec().bounds().allows(other)) {
      return Phrase.of("{} is outside its bounds", more);
    }
    double longer = Offer.seconds(job, other, now) - offer.seconds();
    if (Math.abs(longer) < LEAST_PART * offer.seconds() || longer == 0) {
      return Phrase.of("{} would save no time", more);
    }
    return longer < 0
        ? Phrase.of("{} would save {saves}", more, unit.worded(-longer))
        : Phrase.of("{} would take {takes} longer", more, unit.worded(longer));
  }

  /** None of the job's sizes is allowed. */
  Phrase tooSmall(Allowance allowance) {
    Size least = allowance.least();
    int resource = Math.max(0, allowance.shortOf(least.workers(), least.servers()));
    return Phrase.of(
        "its least size, {least}, needs {}", least, aboveBound(allowance, resource, least));
  }

  /** The job's charge exceeds the whole capacity. */
  Phrase tooLarge(Offer offer) {
    for (int resource = 0; resource < capacity.size(); resource++) {
      double charge = offer.charge()[resource];
      if (charge > capacity.get(resource)) {
        return Phrase.of(
            "it would be charged {}{charge}, and jobs of its priority share {capacity}",
            charge == limit(offer.allowance(), resource) ? "its limit of " : "",
            amount(resource, charge),
            amount(resource, capacity.get(resource)));
      }
    }
    return Phrase.of("there are too few resources for it");
  }

  /** Other jobs are admitted. */
  Phrase passedOver(Offer offer, double density, double leastDensity) {
    return Phrase.of(
        "worth {worth} with {wanted}, or {worthPerShare} for each hundredth of the remaining resources that it would be charged; {}",
        offer.worth(),
        offer.size(),
        density / 100,
        selection.passedOver(density, leastDensity));
  }

  /** A charge and the amount that bounds it: the limit of the job, or else the capacity. */
  private Phrase aboveBound(Allowance allowance, int resource, Size size) {
    double needed =
        allowance.worker(resource) * size.workers() + allowance.server(resource) * size.servers();
    double most = allowance.most(resource);
    boolean isLimit = most > 0 && most == limit(allowance, resource);
    var amounts = Amounts.of(resources.get(resource), needed, most);
    return Phrase.of(
        isLimit ? "{charge}, above its limit of {limit}" : "{charge}, and {capacity} is left",
        new Worded(Map.of(resources.get(resource), needed), amounts.needed()),
        new Worded(Map.of(resources.get(resource), most), amounts.there()));
  }

  /** The job's limit; 0 if it has none. */
  private double limit(Allowance allowance, int resource) {
    return allowance.candidate().job().spec().demand().limit().amount(resources.get(resource));
  }

  private Worded amount(int resource, double amount) {
    String name = resources.get(resource);
    return new Worded(
        Map.of(name, amount), amount > 0 ? Resources.of(name, amount).toString() : "no " + name);
  }
}
