package dev.ductile.models.fit;

import java.util.List;
import java.util.Optional;

/**
 * A formula for the seconds of one step: features of the setup, each with a parameter of at least
 * 0.
 *
 * <p>The published forms are sums, as printed. Our own forms add terms that measurements show: work
 * on a sample that further workers do not share, a cost of using more than one node, and time of
 * the servers themselves. In the overlapping forms communication hides computing: the time is the
 * root of the sum of their squares (as in Pollux, OSDI 2021, Section 3.2, with exponent 2).
 */
public final class StepTimeForm implements StepTimeModel {
  /** Capes et al., Eq. 5: all-reduce with m samples and n bytes. */
  public static final StepTimeForm ALL_REDUCE =
      allReduce("allreduce-fit", Term.SAMPLE, Term.PEER, Term.EXCHANGE, Term.CONSTANT);

  /** Venkataraman et al. (Ernest), NSDI 2016, Section 3; the data of a step are its batch. */
  public static final StepTimeForm ERNEST =
      allReduce("ernest", Term.CONSTANT, Term.SAMPLE, Term.DOUBLING, Term.WORKER);

  /** Ours: Eq. 5 with the latency of a tree and with serial work. */
  public static final StepTimeForm ALL_REDUCE_SERIAL =
      allReduce(
          "allreduce-serial",
          Term.SAMPLE,
          Term.CONSTANT,
          Term.WORKER,
          Term.EXCHANGE,
          Term.SERIAL,
          Term.DOUBLING);

  /** Ours: Eq. 5 with communication that hides computing. */
  public static final StepTimeForm ALL_REDUCE_OVERLAPPING =
      allReduce("allreduce-overlapping", Term.SAMPLE, Term.CONSTANT, Term.PEER, Term.EXCHANGE);

  /** Ours: Eq. 5 on nodes of 4. */
  public static final StepTimeForm NODES_OF_4 = allReduce("allreduce-nodes-4", acrossNodes(4));

  /** Ours: Eq. 5 on nodes of 8. */
  public static final StepTimeForm NODES_OF_8 = allReduce("allreduce-nodes-8", acrossNodes(8));

  /** Ours: Eq. 5 on nodes of 4, with communication that hides computing. */
  public static final StepTimeForm NODES_OF_4_OVERLAPPING =
      allReduce("allreduce-nodes-4-overlapping", acrossNodes(4));

  /** Ours: Eq. 5 on nodes of 8, with communication that hides computing. */
  public static final StepTimeForm NODES_OF_8_OVERLAPPING =
      allReduce("allreduce-nodes-8-overlapping", acrossNodes(8));

  /** Ours: all terms of all-reduce. It chooses the sizes to measure before a form is known. */
  public static final StepTimeForm ALL_REDUCE_OPEN =
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
  public static final StepTimeForm OPTIMUS_SYNC =
      withServers(
          "optimus-sync", Term.SAMPLE, Term.CONSTANT, Term.SHARED_SERVER, Term.WORKER, Term.SERVER);

  /** Peng et al. (Optimus), EuroSys 2018, Section 3.2, asynchronous training. */
  public static final StepTimeForm OPTIMUS_ASYNC =
      withServers(
          "optimus-async",
          Term.ASYNC_CONSTANT,
          Term.ASYNC_SHARED_SERVER,
          Term.ASYNC_WORKER,
          Term.ASYNC_SERVER);

  /**
   * Ours: the synchronous form of Optimus, with the servers' own work in place of their latency.
   */
  public static final StepTimeForm SERVERS =
      withServers(
          "servers-fit",
          Term.SAMPLE,
          Term.CONSTANT,
          Term.SHARED_SERVER,
          Term.WORKER,
          Term.SERVERS_WORK);

  /** Ours: the same, with communication that hides computing. */
  public static final StepTimeForm SERVERS_OVERLAPPING =
      withServers(
          "servers-overlapping",
          Term.SAMPLE,
          Term.CONSTANT,
          Term.SHARED_SERVER,
          Term.WORKER,
          Term.SERVERS_WORK);

  private static final List<StepTimeForm> ALL =
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
  private final StepComposition step;
  private final List<Term> terms;
  private final boolean withServers;

  private StepTimeForm(String label, boolean withServers, List<Term> terms) {
    this.label = label;
    this.withServers = withServers;
    this.terms = terms;
    this.step =
        label.endsWith("overlapping")
            ? StepComposition.overlapping(this.terms)
            : StepComposition.SUM;
  }

  /** The form of this name, as in files and reports. */
  public static Optional<StepTimeForm> named(String label) {
    return ALL.stream().filter(form -> form.label.equals(label)).findFirst();
  }

  /** The names of all forms. */
  public static List<String> labels() {
    return ALL.stream().map(StepTimeForm::label).toList();
  }

  /** The name in files and reports. */
  @Override
  public String label() {
    return label;
  }

  @Override
  public List<Term> terms() {
    return terms;
  }

  /** Whether the form is published, so that there is a speed model of its name. */
  public boolean published() {
    return this == ALL_REDUCE || this == ERNEST || this == OPTIMUS_SYNC || this == OPTIMUS_ASYNC;
  }

  /** Whether jobs of this form have parameter servers. */
  public boolean withServers() {
    return withServers;
  }

  /**
   * The factor of each parameter; for a sum, the gradient of the seconds by the parameters. A form
   * with servers treats a setup without servers as if it had one.
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
  public StepComposition step() {
    return step;
  }

  /** Seconds of one step; 0 only if the parameters of all terms that apply are 0. */
  public double secondsPerStep(double[] parameters, Setup setup) {
    double[] times = features(setup);
    for (int k = 0; k < times.length; k++) {
      times[k] *= parameters[k];
    }
    return step.seconds(times);
  }

  // The prior of each term's share: a factor of about twelve either way. It is so weak that a few
  // measurements decide, and so strong that two measurements do not make an absurd curve.
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

  private static StepTimeForm allReduce(String label, Term... terms) {
    return new StepTimeForm(label, false, List.of(terms));
  }

  private static StepTimeForm withServers(String label, Term... terms) {
    return new StepTimeForm(label, true, List.of(terms));
  }

  private static Term[] acrossNodes(int workers) {
    return new Term[] {
      Term.SAMPLE, Term.CONSTANT, Term.WORKER, Term.EXCHANGE, Term.beyond(workers)
    };
  }
}
