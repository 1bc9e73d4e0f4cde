package dev.ductile.models.fit;

import java.util.List;
import java.util.Optional;

/**
 * A formula for the seconds of one step, made of features and parameters of which none is below 0.
 *
 * <p>The published forms are as printed: sums. Those of ours add what measurements ask for: work on
 * a sample that no further worker shares, a price for leaving a node, servers that take time of
 * their own, and communication behind which computing hides, so that the two add up as squares do
 * (as in Pollux, OSDI 2021, Section 3.2, with the exponent 2).
 */
public final class Form implements Shape {
  /** Capes et al., Eq. 5: all-reduce with m samples and n bytes. */
  public static final Form ALL_REDUCE =
      allReduce("allreduce-fit", Term.SAMPLE, Term.PEER, Term.EXCHANGE, Term.CONSTANT);

  /** Venkataraman et al. (Ernest), NSDI 2016, Section 3; the data of a step are its batch. */
  public static final Form ERNEST =
      allReduce("ernest", Term.CONSTANT, Term.SAMPLE, Term.DOUBLING, Term.WORKER);

  /** Ours: Eq. 5 with a tree's latency and serial work. */
  public static final Form ALL_REDUCE_SERIAL =
      allReduce(
          "allreduce-serial",
          Term.SAMPLE,
          Term.CONSTANT,
          Term.WORKER,
          Term.EXCHANGE,
          Term.SERIAL,
          Term.DOUBLING);

  /** Ours: Eq. 5 with computing that hides behind communication. */
  public static final Form ALL_REDUCE_OVERLAPPING =
      allReduce("allreduce-overlapping", Term.SAMPLE, Term.CONSTANT, Term.PEER, Term.EXCHANGE);

  /** Ours: Eq. 5 on nodes of 4. */
  public static final Form NODES_OF_4 = allReduce("allreduce-nodes-4", acrossNodes(4));

  /** Ours: Eq. 5 on nodes of 8. */
  public static final Form NODES_OF_8 = allReduce("allreduce-nodes-8", acrossNodes(8));

  /** Ours: Eq. 5 on nodes of 4, with computing that hides behind communication. */
  public static final Form NODES_OF_4_OVERLAPPING =
      allReduce("allreduce-nodes-4-overlapping", acrossNodes(4));

  /** Ours: Eq. 5 on nodes of 8, with computing that hides behind communication. */
  public static final Form NODES_OF_8_OVERLAPPING =
      allReduce("allreduce-nodes-8-overlapping", acrossNodes(8));

  /** Ours: all that may matter to all-reduce, which says what to measure before that is known. */
  public static final Form ALL_REDUCE_OPEN =
      allReduce(
          "allreduce-open",
          Term.SAMPLE,
          Term.CONSTANT,
          Term.WORKER,
          Term.EXCHANGE,
          Term.SERIAL,
          Term.DOUBLING,
          Term.beyond(2),
          Term.beyond(4),
          Term.beyond(8));

  /** Peng et al. (Optimus), EuroSys 2018, Section 3.2, synchronous training. */
  public static final Form OPTIMUS_SYNC =
      withServers(
          "optimus-sync", Term.SAMPLE, Term.CONSTANT, Term.SHARED_SERVER, Term.WORKER, Term.SERVER);

  /** Peng et al. (Optimus), EuroSys 2018, Section 3.2, asynchronous training. */
  public static final Form OPTIMUS_ASYNC =
      withServers(
          "optimus-async",
          Term.ASYNC_CONSTANT,
          Term.ASYNC_SHARED_SERVER,
          Term.ASYNC_WORKER,
          Term.ASYNC_SERVER);

  /** Ours: Optimus' synchronous form, with the servers' own work in place of their latency. */
  public static final Form SERVERS =
      withServers(
          "servers-fit",
          Term.SAMPLE,
          Term.CONSTANT,
          Term.SHARED_SERVER,
          Term.WORKER,
          Term.SERVERS_WORK);

  /** Ours: the same with computing that hides behind communication. */
  public static final Form SERVERS_OVERLAPPING =
      withServers(
          "servers-overlapping",
          Term.SAMPLE,
          Term.CONSTANT,
          Term.SHARED_SERVER,
          Term.WORKER,
          Term.SERVERS_WORK);

  private static final List<Form> ALL =
      List.of(
          ALL_REDUCE,
          ERNEST,
          ALL_REDUCE_SERIAL,
          ALL_REDUCE_OVERLAPPING,
          NODES_OF_4,
          NODES_OF_8,
          NODES_OF_4_OVERLAPPING,
          NODES_OF_8_OVERLAPPING,
          ALL_REDUCE_OPEN,
          OPTIMUS_SYNC,
          OPTIMUS_ASYNC,
          SERVERS,
          SERVERS_OVERLAPPING);

  private final String label;
  private final Step step;
  private final List<Term> terms;
  private final boolean withServers;

  private Form(String label, boolean withServers, List<Term> terms) {
    this.label = label;
    this.withServers = withServers;
    this.terms = terms;
    this.step = label.endsWith("overlapping") ? Step.overlapping(this.terms) : Step.SUM;
  }

  /** The form that files and people call so. */
  public static Optional<Form> named(String label) {
    return ALL.stream().filter(form -> form.label.equals(label)).findFirst();
  }

  /** The names of all forms, in their order. */
  public static List<String> labels() {
    return ALL.stream().map(Form::label).toList();
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

  /** Whether it is of a paper, and there is a speed model of its name. */
  public boolean published() {
    return this == ALL_REDUCE || this == ERNEST || this == OPTIMUS_SYNC || this == OPTIMUS_ASYNC;
  }

  /** Whether jobs of this form have parameter servers. */
  public boolean withServers() {
    return withServers;
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

  private static Form allReduce(String label, Term... terms) {
    return new Form(label, false, List.of(terms));
  }

  private static Form withServers(String label, Term... terms) {
    return new Form(label, true, List.of(terms));
  }

  private static Term[] acrossNodes(int workers) {
    return new Term[] {
      Term.SAMPLE, Term.CONSTANT, Term.WORKER, Term.EXCHANGE, Term.beyond(workers)
    };
  }
}
