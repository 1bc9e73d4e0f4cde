package dev.ductile.policies.smd;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.Amounts;
import dev.ductile.policies.sizing.Budget;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The numbers behind a decision, as ends of sentences; the numbers are those before it. */
record Why(
    List<String> resources, List<Double> capacity, Instant now, double keep, Selection selection) {
  /** A smaller part of the time that a job has left is rounding. */
  private static final double LEAST_PART = 1e-12;

  static Why before(Budget budget, Instant now, double keep, Selection selection) {
    List<Double> capacity = Arrays.stream(budget.left()).boxed().toList();
    return new Why(budget.resources(), capacity, now, keep, selection);
  }

  /** Why it has its size. */
  Phrase admitted(Offer offer) {
    Size size = offer.size();
    var workerMore = new Size(size.workers() + 1, size.servers());
    var serverMore = new Size(size.workers(), size.servers() + 1);
    return Phrase.of(
        "done in {remaining}, worth {worth}; {oneMoreWorker}{}{}",
        span(offer.seconds()),
        offer.worth(),
        compared(offer, "a worker more", workerMore),
        offer.allowance().servers().most() > 0
            ? Phrase.of(", {oneMoreServer}", compared(offer, "a server more", serverMore))
            : Phrase.NONE,
        keep < 1
            ? Phrase.of(
                "; the least that keeps {keptUtility} of its utility",
                new Worded(keep, Reason.text(100 * keep) + " %"))
            : Phrase.NONE);
  }

  private Phrase compared(Offer offer, String more, Size other) {
    Allowance allowance = offer.allowance();
    int resource = allowance.shortOf(other.workers(), other.servers());
    if (resource >= 0) {
      return Phrase.of("{} would need {}", more, aboveBound(allowance, resource, other));
    }
    Job job = offer.candidate().job();
    if (!job.spec().bounds().allows(other)) {
      return Phrase.of("{} is not allowed", more);
    }
    double longer = Offer.seconds(job, other, now) - offer.seconds();
    if (Math.abs(longer) < LEAST_PART * offer.seconds() || longer == 0) {
      return Phrase.of("{} would save no time", more);
    }
    return longer < 0
        ? Phrase.of("{} would save {saves}", more, span(-longer))
        : Phrase.of("{} would take {takes} longer", more, span(longer));
  }

  /** Not one of its sizes is allowed. */
  Phrase tooSmall(Allowance allowance) {
    Size least = allowance.least();
    int resource = Math.max(0, allowance.shortOf(least.workers(), least.servers()));
    return Phrase.of(
        "not even {least} is possible: it would need {}",
        least,
        aboveBound(allowance, resource, least));
  }

  /** It is charged more than there is for all. */
  Phrase tooLarge(Offer offer) {
    for (int resource = 0; resource < capacity.size(); resource++) {
      double charge = offer.charge()[resource];
      if (charge > capacity.get(resource)) {
        return Phrase.of(
            "it would be charged {}{charge}, and there is {capacity} for all",
            charge == limit(offer.allowance(), resource) ? "its limit of " : "",
            amount(resource, charge),
            amount(resource, capacity.get(resource)));
      }
    }
    return Phrase.of("there is not enough for it");
  }

  /** Others were chosen. */
  Phrase passedOver(Offer offer, double density, double leastDensity) {
    return Phrase.of(
        "worth {worth} with {wanted}, {worthPerShare} for each hundredth of what is left that it would be charged; {}",
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
        isLimit
            ? "{charge}, above its limit of {limit}"
            : "{charge}, above what is left, {capacity}",
        new Worded(Map.of(resources.get(resource), needed), amounts.needed()),
        new Worded(Map.of(resources.get(resource), most), amounts.there()));
  }

  /** What the user allows; 0 where that is not said. */
  private double limit(Allowance allowance, int resource) {
    return allowance.candidate().job().spec().demand().limit().amount(resources.get(resource));
  }

  private Worded amount(int resource, double amount) {
    String name = resources.get(resource);
    return new Worded(
        Map.of(name, amount), amount > 0 ? Resources.of(name, amount).toString() : "no " + name);
  }

  private static Worded span(double seconds) {
    return Worded.seconds(seconds, "for ever");
  }
}
