package dev.ductile.learned.dl2;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.RequiredFiles;
import dev.ductile.learned.fallback.DecisionCheck;
import dev.ductile.learned.policy.ModelFiles;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.AllWaiting;
import dev.ductile.learned.slot.RunTime;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The policy of DL2 (Peng et al., IEEE TPDS 2021): a trained network adds tasks to jobs, one after
 * the other. If its model cannot be used any more, its teacher decides.
 */
public final class Dl2 implements PolicyProvider<Dl2.Settings> {
  /** The notes that DL2 writes on jobs. */
  public static final Notebook<RunTime> NOTEBOOK = new Notebook<>(Dl2Form.NAME, RunTime.class);

  private static final ModelFiles FILES = new ModelFiles(new Dl2Form());

  /**
   * The settings of DL2.
   *
   * @param model the file of a trained model, which ductile learn imitate writes
   * @param teacher the policy that decides in place of a model that cannot be used, with its
   *     settings after its name
   * @param check whether the teacher also decides where a job is unlike those in training, or the
   *     model's plan is poor
   * @param explore whether actions are drawn by their probabilities, from which a run with --learn
   *     learns; otherwise the most probable ones are taken
   */
  public record Settings(Optional<Path> model, String teacher, boolean check, boolean explore)
      implements RequiredFiles {
    public Settings {
      if (teacher.strip().split("\\s+", -1)[0].equals(Dl2Form.NAME)) {
        throw new IllegalArgumentException("teacher must be another policy than dl2");
      }
    }

    /** Refuses settings without a model, or with one that cannot be used. */
    @Override
    public void requireFiles() {
      FILES.require(model);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        Dl2Form.NAME,
        "Peng et al., IEEE TPDS 2021",
        "a network that was trained on this cluster's workload adds tasks one by one");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(Optional.empty(), "drf", true, false);
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return FILES.policy(
        settings.model(),
        settings.teacher(),
        context,
        model ->
            new ModelFiles.Checked(
                new ModelDivision(
                    model, NOTEBOOK, ModelFiles.exploration(settings.explore(), context)),
                settings.check() ? check(model) : new AllWaiting()));
  }

  private static DecisionCheck check(PolicyModel model) {
    return new ModelCheck(model.features(), model.types(), model.shape().slot(), NOTEBOOK);
  }
}
