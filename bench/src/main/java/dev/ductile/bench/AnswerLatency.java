package dev.ductile.bench;

import dev.ductile.answers.forecast.ForecastLimits;
import dev.ductile.answers.forecast.Forecasts;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.answers.forecast.WhatIfAnswers;
import dev.ductile.answers.forecast.WhatIfChanges;
import dev.ductile.answers.why.WhyAnswers;
import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Estimate;
import dev.ductile.api.Job;
import dev.ductile.api.Policy;
import dev.ductile.api.Roster;
import dev.ductile.api.Seed;
import dev.ductile.api.Speed;
import dev.ductile.api.Speeds;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.Why;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;

/** The time of answers about a cluster of 10,000 waiting and 1,000 running jobs. */
final class AnswerLatency {
  private static final int JOBS = 11_000;
  private static final int NODES = 950;
  private static final double ERROR = 0.2;

  private final String policy;
  private final LiveState state;
  private final List<Job> waiting;
  private final ResultRecorder results;

  private AnswerLatency(String policy, ResultRecorder results) {
    this.policy = policy;
    this.results = results;
    Supplier<Policy> made = made(policy);
    var pictures = new ClusterPictures(JobMix.MOSTLY_RIGID, JOBS, NODES, made.get());
    this.state = LiveState.of(uncertain(pictures.next()), made);
    this.waiting = state.cluster().waiting();
  }

  /** Measures the policies of the arguments, or some of each kind. */
  public static void main(String[] arguments) throws IOException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    String[] policies =
        arguments.length > 0 ? arguments : new String[] {"fifo", "srtf", "max-min", "optimus"};
    for (String policy : policies) {
      new AnswerLatency(policy, results).measure();
    }
    results.save();
  }

  private static Supplier<Policy> made(String policy) {
    Catalog catalog = Catalog.installed();
    return () ->
        catalog.policy(
            Choice.ofLine(policy),
            catalog.placement(Choice.named("consolidated")),
            new Seed(1).child("policy"));
  }

  /** The picture with estimates that have errors, so that futures differ. */
  private static Cluster uncertain(Cluster cluster) {
    Roster jobs = cluster.jobs();
    for (Job job : cluster.jobs()) {
      jobs = jobs.with(job.with(job.speedSpec(), new Uncertain(job.speed())));
    }
    return Cluster.of(cluster.now(), cluster.nodes(), jobs);
  }

  private record Uncertain(Speed speed) implements Speed {
    @Override
    public double stepsPerSecond(Allocation where) {
      return speed.stepsPerSecond(where);
    }

    @Override
    public Estimate estimate(Allocation where) {
      return Estimate.within(ERROR, stepsPerSecond(where));
    }
  }

  private void measure() {
    System.out.printf(
        "%s: %d running, %d waiting%n", policy, JOBS - waiting.size(), waiting.size());
    why("first", waiting.getFirst());
    why("middle", waiting.get(waiting.size() / 2));
    why("last", waiting.getLast());
    why("running", state.cluster().running().getFirst());
    whatIf();
  }

  private void why(String which, Job job) {
    var forecasts =
        new Forecasts(ForecastLimits.QUICK, new Seed(1), ZoneOffset.UTC, System::nanoTime);
    long start = System.nanoTime();
    forecasts.of(state, job.id());
    double forecast = seconds(start);
    start = System.nanoTime();
    Why why = new WhyAnswers(forecasts).of(state, job.id(), List.of()).orElseThrow();
    double whole = seconds(start);
    System.out.printf(
        "  %-8s %6.2f s, of it %6.2f s forecast: %s%n", which, whole, forecast, told(why));
    results.add("%s, why of the %s job".formatted(policy, which), whole, "s");
  }

  private static String told(Why why) {
    return why.forecast()
        .map(one -> "%s (%d simulations)".formatted(one.sentence(), one.simulations()))
        .orElse("");
  }

  private void whatIf() {
    var answers =
        new WhatIfAnswers(ForecastLimits.QUICK, new Seed(1), Speeds.NONE, System::nanoTime);
    long start = System.nanoTime();
    WhatIfAnswer answer = answers.of(state, WhatIfChanges.policy("sjf", made("sjf")));
    double whole = seconds(start);
    System.out.printf(
        "  what-if  %6.2f s, %d simulations%s: %s%n",
        whole, answer.simulations(), answer.isCut() ? ", cut" : "", answer.measures().getFirst());
    results.add("%s, what if the policy were sjf".formatted(policy), whole, "s");
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
