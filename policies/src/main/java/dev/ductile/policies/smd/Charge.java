package dev.ductile.policies.smd;

import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import java.util.List;

/**
 * The resources that an admitted job counts for when jobs are admitted beside it (Constraint 2).
 */
public enum Charge {
  /** The job's limit, as published; for a resource without a limit, the job's use. */
  LIMIT,
  /** The job's use at its size. */
  USE;

  /** The charge of a job at a size, for each resource of the budget. */
  double[] of(Candidate candidate, Size size, Budget budget) {
    List<String> resources = budget.resources();
    Resources limit = candidate.job().spec().demand().limit();
    double[] charge = new double[resources.size()];
    for (int resource = 0; resource < charge.length; resource++) {
      double limited = limit.amount(resources.get(resource));
      boolean byLimit = this == LIMIT && limited > 0;
      charge[resource] = byLimit ? limited : candidate.needs().of(size, resource);
    }
    return charge;
  }

  /** The sizes that a job may have: within its limit, and within the budget. */
  Allowance allowance(Candidate candidate, Budget budget) {
    List<String> resources = budget.resources();
    Resources limit = candidate.job().spec().demand().limit();
    double[] most = budget.left(candidate);
    for (int resource = 0; resource < most.length; resource++) {
      double limited = limit.amount(resources.get(resource));
      if (limited > 0) {
        most[resource] = this == LIMIT ? limited : Math.min(limited, most[resource]);
      }
    }
    return new Allowance(candidate, most);
  }
}
