package dev.ductile.models.fit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A formula for the seconds of one step, made of features and parameters of which none is below 0.
 *
 * <p>The published forms are as printed: sums. Those of ours add what measurements ask for: work on
 * a sample that no further worker shares, a price for leaving a node, servers that take time of
 * their own, and communication behind which computing hides, so that the two add up as squares do
 * (as in Pollux, OSDI 2021, Section 3.2, with the exponent 2).
 */
public enum Form implements Shape {
  /** Capes et al., Eq. 5: all-reduce with m samples and n bytes. */
  ALL_REDUCE("allreduce-fit", Term.SAMPLE, Term.PEER, Term.EXCHANGE, Term.CONSTANT),

  /** Venkataraman et al. (Ernest), NSDI 2016, Section 3; the data of a step are its batch. */
  ERNEST("ernest", Term.CONSTANT, Term.SAMPLE, Term.DOUBLING, Term.WORKER),

  /** Ours: Eq. 5 with a tree's latency and serial work. */
  ALL_REDUCE_SERIAL(
      "allreduce-serial",
      Term.SAMPLE,
      Term.CONSTANT,
      Term.WORKER,
      Term.EXCHANGE,
      Term.SERIAL,
      Term.DOUBLING),

  /** Ours: Eq. 5 with computing that hides behind communication. */
  ALL_REDUCE_OVERLAPPING(
      "allreduce-overlapping", Term.SAMPLE, Term.CONSTANT, Term.PEER, Term.EXCHANGE),

  /** Ours: Eq. 5 on nodes of 4. */
  NODES_OF_4("allreduce-nodes-4", acrossNodes(4)),

  /** Ours: Eq. 5 on nodes of 8. */
  NODES_OF_8("allreduce-nodes-8", acrossNodes(8)),

  /** Ours: Eq. 5 on nodes of 4, with computing that hides behind communication. */
  NODES_OF_4_OVERLAPPING("allreduce-nodes-4-overlapping", acrossNodes(4)),

  /** Ours: Eq. 5 on nodes of 8, with computing that hides behind communication. */
  NODES_OF_8_OVERLAPPING("allreduce-nodes-8-overlapping", acrossNodes(8)),

  /** Ours: all that may matter to all-reduce, which says what to measure before that is known. */
  ALL_REDUCE_OPEN(
      "allreduce-open",
      Term.SAMPLE,
      Term.CONSTANT,
      Term.WORKER,
      Term.EXCHANGE,
      Term.SERIAL,
      Term.DOUBLING,
      Term.beyond(2),
      Term.beyond(4),
      Term.beyond(8)),

  /** Peng et al. (Optimus), EuroSys 2018, Section 3.2, synchronous training. */
  OPTIMUS_SYNC(
      "optimus-sync",
      Term.SAMPLE,
      Term.CONSTANT,
      Term.SHARED_SERVER,
      Term.WORKER,
      Term.SERVER),

  /** Peng et al. (Optimus), EuroSys 2018, Section 3.2, asynchronous training. */
  OPTIMUS_ASYNC(
      "optimus-async",
      Term.ASYNC_CONSTANT,
      Term.ASYNC_SHARED_SERVER,
      Term.ASYNC_WORKER,
      Term.ASYNC_SERVER),

  /** Ours: Optimus' synchronous form, with the servers' own work in place of their latency. */
  SERVERS(
      "servers-fit",
      Term.SAMPLE,
      Term.CONSTANT,
      Term.SHARED_SERVER,
      Term.WORKER,
      Term.SERVERS_WORK),

  /** Ours: the same with computing that hides behind communication. */
  SERVERS_OVERLAPPING(
      "servers-overlapping",
      Term.SAMPLE,
      Term.CONSTANT,
      Term.SHARED_SERVER,
      Term.WORKER,
      Term.SERVERS_WORK);

  private final String label;
  private final Step step;
  private final List<Term> terms;

  Form(String label, Term... terms) {
    this.label = label;
    this.terms = List.of(terms);
    this.step = label.endsWith("overlapping") ? Step.overlapping(this.terms) : Step.SUM;
  }

  /** The form that files and people call so. */
  public static Optional<Form> named(String label) {
    return Stream.of(values()).filter(form -> form.label.equals(label)).findFirst();
  }

  /** The names of all forms, in their order. */
  public static List<String> labels() {
    return Stream.of(values()).map(Form::label).toList();
  }

  /** The name for files and people. */
  @Override
  public String label() {
    return label;
  }

  @Override
  public List<Term> terms() {
    return terms;
  }

  /** Whether the seconds are linear in the parameters, as in every published form. */
  public boolean linear() {
    return step == Step.SUM;
  }

  /** Whether jobs of this form have parameter servers. */
  public boolean withServers() {
    return switch (this) {
      case OPTIMUS_SYNC, OPTIMUS_ASYNC, SERVERS, SERVERS_OVERLAPPING -> true;
      case ALL_REDUCE,
          ERNEST,
          ALL_REDUCE_SERIAL,
          ALL_REDUCE_OVERLAPPING,
          NODES_OF_4,
          NODES_OF_8,
          NODES_OF_4_OVERLAPPING,
          NODES_OF_8_OVERLAPPING,
          ALL_REDUCE_OPEN ->
          false;
    };
  }

  /**
   * What each parameter is multiplied by; for a linear form, the gradient of the seconds over the
   * parameters. A form with servers takes a setup that has none as if it had one.
   */
  @Override
  public double[] features(Setup setup) {
    double[] features = new double[terms.size()];
    for (int i = 0; i < features.length; i++) {
      features[i] = terms.get(i).feature().applyAsDouble(setup);
    }
    return features;
  }

  @Override
  public Step step() {
    return step;
  }

  /** Seconds of one step; 0 only where all that matters is 0. */
  public double secondsPerStep(double[] parameters, Setup setup) {
    double[] times = features(setup);
    for (int k = 0; k < times.length; k++) {
      times[k] *= parameters[k];
    }
    return step.seconds(times);
  }

  // Shares of a few terms, each unknown by a factor of about twelve either way: weak enough that a
  // handful of measurements decides, strong enough that two do not make an absurd curve.
  @Override
  public double expectedShare() {
    return -2;
  }

  @Override
  public double spread() {
    return 1.5;
  }

  @Override
  public double looseness() {
    return 1;
  }

  private static Term[] acrossNodes(int workers) {
    return new Term[] {
      Term.SAMPLE, Term.CONSTANT, Term.WORKER, Term.EXCHANGE, Term.beyond(workers)
    };
  }
}
