package dev.ductile.policies.sizing;

import dev.ductile.api.Phrase;
import dev.ductile.api.Policy;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.policies.sizing.Division.Shares;
import dev.ductile.policies.sizing.Division.Table;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The contract of policies with the simplest division: the first job gets as much as possible. */
class SizingPolicyTest extends PolicyContract {
  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return Map.of(
        "all to the first",
        () ->
            new SizingPolicy(
                SizingPolicyTest::allToTheFirst, SizeSteps.FOLLOWING, new Consolidated()));
  }

  @Override
  protected Set<String> resizing() {
    return policies().keySet();
  }

  private static Shares allToTheFirst(Table table) {
    var decisions = new ArrayList<SizeDecision>();
    for (Candidate candidate : table.candidates()) {
      int most = table.budget().most(candidate);
      if (most < 0) {
        decisions.add(SizeDecision.none(candidate, () -> Phrase.of("jobs before it took all")));
      } else {
        table.budget().take(candidate, candidate.size(most));
        decisions.add(
            new SizeDecision(
                candidate, candidate.size(most), () -> Phrase.of("it is the first job")));
      }
    }
    return Shares.of(decisions);
  }
}
