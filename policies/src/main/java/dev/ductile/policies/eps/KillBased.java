package dev.ductile.policies.eps;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.RescaleMode;
import java.util.Optional;

/**
 * H-scheduler without an elastic parameter server: the same decisions, but a job changes its size
 * by a checkpoint and a restart, as in Optimus (Wang et al., Section 6).
 */
public final class KillBased implements PolicyProvider<HScheduler.Settings> {
  private static final Notebook<GrowthTrial> NOTEBOOK =
      new Notebook<>("kill-based", GrowthTrial.class);

  @Override
  public Profile profile() {
    return new Profile(
        NOTEBOOK.policy(),
        "Wang et al., TPDS 2022",
        "as h-scheduler, but every change of size is a checkpoint and a restart");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public HScheduler.Settings defaults() {
    return HScheduler.Settings.STANDARD;
  }

  @Override
  public Policy create(HScheduler.Settings settings, PolicyContext context) {
    Rules elastic = HScheduler.rules(settings);
    var rules =
        new Rules(
            elastic.removal(),
            elastic.growth(),
            Optional.of(RescaleMode.CHECKPOINT),
            elastic.threshold(),
            elastic.skip(),
            elastic.master());
    return new Scaling(rules, NOTEBOOK, context.placement());
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }
}
