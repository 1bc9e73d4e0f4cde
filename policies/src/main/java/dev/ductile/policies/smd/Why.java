package dev.ductile.policies.smd;

import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.Amounts;
import dev.ductile.policies.sizing.Budget;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

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
  String admitted(Offer offer) {
    Size size = offer.size();
    String more = compared(offer, "a worker more", new Size(size.workers() + 1, size.servers()));
    if (offer.allowance().servers().most() > 0) {
      more += ", " + compared(offer, "a server more", new Size(size.workers(), size.servers() + 1));
    }
    if (keep < 1) {
      more += "; the least that keeps %s %% of its utility".formatted(Reason.text(100 * keep));
    }
    return "done in %s, worth %s; %s"
        .formatted(span(offer.seconds()), Reason.text(offer.worth()), more);
  }

  private String compared(Offer offer, String what, Size other) {
    Allowance allowance = offer.allowance();
    int resource = allowance.shortOf(other.workers(), other.servers());
    if (resource >= 0) {
      double needed =
          allowance.worker(resource) * other.workers()
              + allowance.server(resource) * other.servers();
      return "%s would need %s".formatted(what, aboveBound(allowance, resource, needed));
    }
    Job job = offer.candidate().job();
    if (!job.spec().bounds().allows(other)) {
      return what + " is not allowed";
    }
    double longer = Offer.seconds(job, other, now) - offer.seconds();
    if (Math.abs(longer) < LEAST_PART * offer.seconds() || longer == 0) {
      return what + " would save no time";
    }
    return longer < 0
        ? "%s would save %s".formatted(what, span(-longer))
        : "%s would take %s longer".formatted(what, span(longer));
  }

  /** Not one of its sizes is allowed. */
  String tooSmall(Allowance allowance) {
    Size least = allowance.least();
    int resource = Math.max(0, allowance.shortOf(least.workers(), least.servers()));
    double needed =
        allowance.worker(resource) * least.workers() + allowance.server(resource) * least.servers();
    return "not even %s is possible: it would need %s"
        .formatted(least, aboveBound(allowance, resource, needed));
  }

  /** It is charged more than there is for all. */
  String tooLarge(Offer offer) {
    for (int resource = 0; resource < capacity.size(); resource++) {
      if (offer.charge()[resource] > capacity.get(resource)) {
        return "it would be charged %s, and there is %s for all"
            .formatted(
                offer.charge()[resource] == limit(offer.allowance(), resource)
                    ? "its limit of " + amount(resource, offer.charge()[resource])
                    : amount(resource, offer.charge()[resource]),
                amount(resource, capacity.get(resource)));
      }
    }
    return "there is not enough for it";
  }

  /** Others were chosen. */
  String passedOver(Offer offer, double density, double leastDensity) {
    String others = selection.passedOver(density, leastDensity);
    return "worth %s with %s, %s for each hundredth of what is left that it would be charged; %s"
        .formatted(Reason.text(offer.worth()), offer.size(), Reason.text(density / 100), others);
  }

  /** A need and the amount that bounds it: the limit of the job, or else the cluster. */
  private String aboveBound(Allowance allowance, int resource, double needed) {
    double most = allowance.most(resource);
    boolean isLimit = most > 0 && most == limit(allowance, resource);
    var amounts = Amounts.of(resources.get(resource), needed, most);
    return (isLimit ? "%s, above its limit of %s" : "%s, above what is left, %s")
        .formatted(amounts.needed(), amounts.there());
  }

  /** What the user allows; 0 where that is not said. */
  private double limit(Allowance allowance, int resource) {
    return allowance.candidate().job().spec().demand().limit().amount(resources.get(resource));
  }

  private String amount(int resource, double amount) {
    return amount > 0
        ? Resources.of(resources.get(resource), amount).toString()
        : "no " + resources.get(resource);
  }

  private static String span(double seconds) {
    return Reason.span(seconds, "for ever");
  }
}
