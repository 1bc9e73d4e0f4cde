package dev.ductile.answers;

import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Cluster;
import dev.ductile.api.JobId;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.text.Document;
import java.util.function.Supplier;

/** Live states from the text of state files. */
public final class StateFixture {
  public static final Catalog CATALOG = Catalog.installed();

  private StateFixture() {}

  /** The state of this file under an installed policy. */
  public static LiveState state(String policy, String yaml) {
    return LiveState.of(cluster(yaml), policy(policy));
  }

  public static Cluster cluster(String yaml) {
    return StateFile.of(Document.of("state", yaml).root(), CATALOG);
  }

  public static Supplier<Policy> policy(String line) {
    return () ->
        CATALOG.policy(
            Choice.ofLine(line), CATALOG.placement(Scenario.DEFAULT_PLACEMENT), new Seed(1));
  }

  public static JobId job(String name) {
    return new JobId(name);
  }
}
