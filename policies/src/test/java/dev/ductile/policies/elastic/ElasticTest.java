package dev.ductile.policies.elastic;

import dev.ductile.api.Policy;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.policies.elastic.Division.Shares;
import dev.ductile.policies.elastic.Division.Table;
import dev.ductile.policies.placements.Consolidated;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Supplier;

/** What is around a division holds with the simplest one: who comes first has the most there is. */
class ElasticTest extends PolicyContract {
  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return Map.of(
        "all to the first",
        () -> new Elastic(ElasticTest::allToTheFirst, Rungs.FOLLOWING, new Consolidated()));
  }

  private static Shares allToTheFirst(Table table) {
    var wishes = new ArrayList<Wish>();
    for (Contender contender : table.contenders()) {
      int most = table.budget().most(contender);
      if (most < 0) {
        wishes.add(Wish.none(contender, () -> "others came before it"));
      } else {
        table.budget().take(contender, contender.size(most));
        wishes.add(new Wish(contender, contender.size(most), () -> "it came first"));
      }
    }
    return Shares.of(wishes);
  }
}
