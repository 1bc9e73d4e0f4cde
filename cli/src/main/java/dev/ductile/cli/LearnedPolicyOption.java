package dev.ductile.cli;

import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.text.InputException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that names the policy of a new model. */
final class LearnedPolicyOption {
  @Option(
      names = "--policy",
      paramLabel = "NAME",
      completionCandidates = Known.LearnedPolicies.class,
      description =
          "The policy that learns: dl2 or sets (default: dl2, or the policy of a model that is"
              + " trained further). sets is for any number of jobs, any cluster and jobs of unknown"
              + " types; it reads their speeds.")
  private Optional<String> name = Optional.empty();

  boolean isGiven() {
    return name.isPresent();
  }

  /** The policy of a new model. */
  LearnedPolicy policy() {
    String policy = name.orElse(LearnedPolicy.DL2.policy());
    return LearnedPolicy.named(policy)
        .orElseThrow(() ->
            new InputException(
                "--policy must be a policy that learns, %s, not %s"
                    .formatted(String.join(" or ", LearnedPolicy.names()), policy)));
  }
}
