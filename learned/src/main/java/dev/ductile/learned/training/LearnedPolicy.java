package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Dl2Form;
import dev.ductile.learned.dl2.Dl2Model;
import dev.ductile.learned.dl2.ModelForm;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.sets.SetsForm;

/** The policies that learn. */
public enum LearnedPolicy {
  DL2(new Dl2Form()),
  SETS(new SetsForm());

  private final ModelForm form;

  LearnedPolicy(ModelForm form) {
    this.form = form;
  }

  ModelForm form() {
    return form;
  }

  /**
   * The parts of a model of any of these policies.
   *
   * @param file the name of its file in messages
   * @throws dev.ductile.learned.model.UnusableModelException if its parts do not fit
   */
  public static Dl2Model parts(String file, LearnedModel model) {
    boolean isOfSets = model.policy().equals(SETS.form.policy());
    return Dl2Model.of(file, model, isOfSets ? SETS.form : DL2.form);
  }
}
