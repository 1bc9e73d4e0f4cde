package dev.ductile.house.policy;

import dev.ductile.api.Phrase;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division.Shares;
import dev.ductile.policies.sizing.Division.Table;
import dev.ductile.policies.sizing.SizeDecision;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.ArrayList;

/** Gives each job the largest size that still fits, in order of arrival. */
public final class FirstTakesMost implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "first-takes-most", "", "each job the largest size that still fits, in order of arrival");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new SizingPolicy(FirstTakesMost::divide, SizeSteps.FOLLOWING, context.placement());
  }

  @Override
  public boolean resizes() {
    return true;
  }

  static Shares divide(Table table) {
    var decisions = new ArrayList<SizeDecision>();
    for (Candidate candidate : table.candidates()) {
      int most = table.budget().most(candidate);
      if (most < 0) {
        decisions.add(
            SizeDecision.none(candidate, () -> Phrase.of("jobs before it leave too little")));
      } else {
        table.budget().take(candidate, candidate.size(most));
        decisions.add(
            new SizeDecision(
                candidate,
                candidate.size(most),
                () -> Phrase.of("the largest size that still fits")));
      }
    }
    return Shares.of(decisions);
  }
}
