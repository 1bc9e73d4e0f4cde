package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Dl2Form;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.policy.ModelForm;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.sets.SetsForm;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The policies that learn. */
public enum LearnedPolicy {
  DL2,
  SETS;

  ModelForm form() {
    return switch (this) {
      case DL2 -> new Dl2Form();
      case SETS -> new SetsForm();
    };
  }

  /** Its name. */
  public String policy() {
    return form().policy();
  }

  /** The names of all. */
  public static List<String> names() {
    return Arrays.stream(values()).map(LearnedPolicy::policy).toList();
  }

  /** The policy of this name; absent if it does not learn. */
  public static Optional<LearnedPolicy> named(String name) {
    return Arrays.stream(values()).filter(one -> one.policy().equals(name)).findFirst();
  }

  /**
   * The parts of a model of any of these policies.
   *
   * @param file the name of its file in messages
   * @throws dev.ductile.learned.model.UnusableModelException if its parts do not fit
   */
  public static PolicyModel parts(String file, LearnedModel model) {
    return PolicyModel.of(file, model, named(model.policy()).orElse(DL2).form());
  }
}
