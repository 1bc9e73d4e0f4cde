package dev.ductile.learned.sets;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.RequiredFiles;
import dev.ductile.learned.fallback.DecisionCheck;
import dev.ductile.learned.policy.ModelFiles;
import dev.ductile.learned.slot.AllWaiting;
import dev.ductile.learned.slot.RunTime;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A learned policy for any number of jobs, any size of cluster and jobs that were not in its
 * training. It adds tasks one after the other as DL2 does, but a small network scores the next
 * tasks of each job by itself, from the speeds of the job.
 */
public final class Sets implements PolicyProvider<Sets.Settings> {
  /** The notes that the policy writes on jobs. */
  private static final Notebook<RunTime> NOTEBOOK = new Notebook<>(SetsForm.NAME, RunTime.class);

  private static final ModelFiles FILES = new ModelFiles(new SetsForm());

  /**
   * The settings of the policy.
   *
   * @param model the file of a trained model, which ductile learn imitate --policy sets writes
   * @param teacher the policy that decides in place of a model that cannot be used, with its
   *     settings after its name
   * @param check whether the teacher also decides where the model's plan is poor
   * @param explore whether actions are drawn by their probabilities, from which a run with --learn
   *     learns; otherwise the most probable ones are taken
   */
  public record Settings(Optional<Path> model, String teacher, boolean check, boolean explore)
      implements RequiredFiles {
    public Settings {
      if (teacher.strip().split("\\s+", -1)[0].equals(SetsForm.NAME)) {
        throw new IllegalArgumentException("teacher must be another policy than sets");
      }
    }

    @Override
    public void requireFiles() {
      FILES.require(model);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        SetsForm.NAME,
        "",
        "a trained network scores the next tasks of each job by its speeds; for any jobs and clusters");
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
    DecisionCheck check = settings.check() ? new PoorSizes() : new AllWaiting();
    return FILES.policy(
        settings.model(),
        settings.teacher(),
        context,
        model ->
            new ModelFiles.Checked(
                new SetsDivision(
                    model, NOTEBOOK, ModelFiles.exploration(settings.explore(), context)),
                check));
  }
}
