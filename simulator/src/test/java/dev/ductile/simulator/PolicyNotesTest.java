package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Seed;
import dev.ductile.laws.OddNotes;
import dev.ductile.laws.RandomCluster;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A policy reads only its own notes, whichever policy decided before it. */
final class PolicyNotesTest {
  private static final int SEEDS = 4 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int STEPS = 6;

  private final Catalog catalog = Catalog.installed();

  /** A grant as text without the notes of its job. */
  private record Given(long arrival, String allocation, RescaleMode rescaleMode) {}

  @Tag("seeds")
  @Test
  void notesOfOtherPoliciesChangeNoPlan() {
    for (PolicyProvider<?> provider : catalog.policies()) {
      String name = provider.profile().name();
      List<Notebook<?>> others = notebooks();
      others.removeIf(notebook -> notebook.policy().equals(name));
      for (long seed = 0; seed < SEEDS; seed++) {
        Cluster picture = lived(seed, policy(name)).picture();
        var odd = new OddNotes(seed);
        List<Job> noted = picture.jobs().stream().map(job -> odd.on(job, others)).toList();
        Plan plan = policy(name).decide(picture);
        Plan beside = policy(name).decide(Cluster.of(picture.now(), picture.nodes(), noted));

        assertThat(given(beside)).as("%s, seed %d", name, seed).isEqualTo(given(plan));
        assertThat(beside.notes()).as("%s, seed %d", name, seed).isEqualTo(plan.notes());
      }
    }
  }

  @Test
  void aPolicyFindsItsNotesAgainAfterAnotherOneDecided() {
    int found = 0;
    for (Notebook<?> own : notebooks()) {
      for (Notebook<?> other : notebooks()) {
        for (long seed = 0; seed < 4 && !own.equals(other); seed++) {
          found += assertFound(own, other, seed);
        }
      }
    }
    assertThat(found).as("notes that were found again").isGreaterThan(100);
  }

  /** The number of found notes; none is missing, new or changed. */
  private int assertFound(Notebook<?> own, Notebook<?> other, long seed) {
    RandomCluster cluster = lived(seed, policy(own.policy()));
    Map<Long, Note> before = notes(cluster.picture(), own.policy());
    Policy meanwhile = policy(other.policy());
    for (int step = 0; step < STEPS; step++) {
      cluster.follow(meanwhile.decide(cluster.picture()));
    }
    Map<Long, Note> after = notes(cluster.picture(), own.policy());

    assertThat(before).as("%s, then %s", own.policy(), other.policy()).containsAllEntriesOf(after);
    cluster
        .picture()
        .jobs()
        .forEach(job ->
            assertThat(after.containsKey(job.arrival()))
                .as("%s of %s", job.id(), own.policy())
                .isEqualTo(before.containsKey(job.arrival())));
    return after.size();
  }

  /** A size that H-scheduler has refused was level 8 in the queues of Tiresias. */
  @Test
  void aNoteOfAnotherPolicyIsNotReadAsAQueueLevel() {
    Cluster picture = new RandomCluster(2).picture();
    Notebook<?> refusing =
        notebooks().stream()
            .filter(notebook -> notebook.policy().equals("h-scheduler"))
            .findFirst()
            .orElseThrow();
    var odd = new OddNotes(1);
    List<Job> noted = picture.jobs().stream().map(job -> odd.on(job, List.of(refusing))).toList();
    Cluster after = Cluster.of(picture.now(), picture.nodes(), noted);

    assertThat(given(policy("tiresias-l").decide(after)))
        .isEqualTo(given(policy("tiresias-l").decide(picture)));
  }

  @Test
  void lookaheadKeepsTheNotesOfItsBaseUnderTheNameOfTheBase() {
    for (Notebook<?> notebook : notebooks()) {
      String base = notebook.policy();
      var alone =
          Choice.named("lookahead").with("base", base).with("others", "[]").with("budget", "1e-6");
      for (long seed = 0; seed < SEEDS; seed++) {
        var cluster = new RandomCluster(seed);
        Policy lookahead = policy(alone);
        for (int step = 0; step < STEPS; step++) {
          Plan plan = lookahead.decide(cluster.picture());
          Plan own = policy(base).decide(cluster.picture());

          assertThat(given(plan)).as("%s, seed %d", base, seed).isEqualTo(given(own));
          assertThat(plan.notes()).as("%s, seed %d", base, seed).isEqualTo(own.notes());
          cluster.follow(plan);
        }
      }
    }
  }

  private RandomCluster lived(long seed, Policy policy) {
    var cluster = new RandomCluster(seed);
    for (int step = 0; step < STEPS; step++) {
      cluster.follow(policy.decide(cluster.picture()));
    }
    return cluster;
  }

  private Policy policy(String name) {
    return policy(Choice.named(name));
  }

  private Policy policy(Choice choice) {
    return catalog.policy(
        choice, catalog.placement(Choice.named("consolidated")), new Seed(1).child("policy"));
  }

  private List<Notebook<?>> notebooks() {
    var notebooks = new ArrayList<Notebook<?>>();
    catalog.policies().forEach(provider -> provider.notebook().ifPresent(notebooks::add));
    return notebooks;
  }

  private static Map<Long, Note> notes(Cluster picture, String policy) {
    var notes = new HashMap<Long, Note>();
    picture
        .jobs()
        .forEach(job -> {
          Note note = job.notes().byPolicy().get(policy);
          if (note != null) {
            notes.put(job.arrival(), note);
          }
        });
    return notes;
  }

  private static List<Given> given(Plan plan) {
    return plan.grants().stream().map(PolicyNotesTest::given).toList();
  }

  private static Given given(Grant grant) {
    return new Given(grant.job().arrival(), grant.allocation().toString(), grant.rescaleMode());
  }
}
