package dev.ductile.models.fit;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A formula for the seconds of one step that is linear in its parameters, none of which is below 0.
 *
 * <p>The published forms are as printed; those of ours add the terms that measurements ask for.
 */
public enum Form implements Shape {
  /** Capes et al., Section 3, Eq. 5: all-reduce with m samples and n bytes. */
  ALL_REDUCE(
      "allreduce-fit",
      false,
      new Term("computing a sample", "s/sample", at -> at.batch() / at.workers()),
      new Term("latency for each further worker", "s", at -> at.workers() - 1.0),
      new Term("exchanging the gradients", "s", Form::exchanged),
      new Term("constant", "s", _ -> 1)),

  /** Ours: Eq. 5, a tree's latency, and work on every sample that no further worker shares. */
  ALL_REDUCE_SERIAL(
      "allreduce-serial-fit",
      false,
      new Term("computing a sample", "s/sample", at -> at.batch() / at.workers()),
      new Term("constant", "s", _ -> 1),
      new Term("latency for each worker", "s", Setup::workers),
      new Term("exchanging the gradients", "s", Form::exchanged),
      new Term("serial work on a sample", "s/sample", Setup::batch),
      new Term("latency for each doubling, over ln 2", "s", Form::logarithm)),

  /** Venkataraman et al. (Ernest), NSDI 2016, Section 3.2; the data of a step are its batch. */
  ERNEST(
      "ernest",
      false,
      new Term("constant", "s", _ -> 1),
      new Term("computing a sample", "s/sample", at -> at.batch() / at.workers()),
      new Term("latency for each doubling, over ln 2", "s", Form::logarithm),
      new Term("latency for each worker", "s", Setup::workers)),

  /** Peng et al. (Optimus), EuroSys 2018, Section 3.2, synchronous training. */
  OPTIMUS_SYNC(
      "optimus-sync",
      true,
      new Term("computing a sample", "s/sample", at -> at.batch() / at.workers()),
      new Term("constant", "s", _ -> 1),
      new Term("workers that share a server", "s", at -> at.workers() / servers(at)),
      new Term("latency for each worker", "s", Setup::workers),
      new Term("latency for each server", "s", Form::servers)),

  /** Peng et al. (Optimus), EuroSys 2018, Section 3.2, asynchronous training. */
  OPTIMUS_ASYNC(
      "optimus-async",
      true,
      new Term("constant, of a worker's step", "s", at -> 1.0 / at.workers()),
      new Term("workers that share a server", "s", at -> 1 / servers(at)),
      new Term("latency for each worker", "s", _ -> 1),
      new Term("latency for each server", "s", at -> servers(at) / at.workers())),

  /** Ours: Optimus' synchronous form, with the servers' own work in place of their latency. */
  SERVERS(
      "servers-fit",
      true,
      new Term("computing a sample", "s/sample", at -> at.batch() / at.workers()),
      new Term("constant", "s", _ -> 1),
      new Term("workers that share a server", "s", at -> at.workers() / servers(at)),
      new Term("latency for each worker", "s", Setup::workers),
      new Term("the servers' own work", "s", at -> 1 / servers(at)));

  /**
   * One feature and its parameter.
   *
   * @param meaning what the parameter is
   * @param unit of the parameter
   */
  public record Term(String meaning, String unit, ToDoubleFunction<Setup> feature) {}

  private final String label;
  private final boolean withServers;
  private final List<Term> terms;

  Form(String label, boolean withServers, Term... terms) {
    this.label = label;
    this.withServers = withServers;
    this.terms = List.of(terms);
  }

  /** The form that files and people call so. */
  public static Optional<Form> named(String label) {
    return Stream.of(values()).filter(form -> form.label.equals(label)).findFirst();
  }

  /** The name for files and people. */
  @Override
  public String label() {
    return label;
  }

  /** Whether jobs of this form have parameter servers. */
  public boolean withServers() {
    return withServers;
  }

  public List<Term> terms() {
    return terms;
  }

  /**
   * What each parameter is multiplied by: the gradient of the seconds over the parameters. A form
   * with servers takes a setup that has none as if it had one.
   */
  @Override
  public double[] features(Setup setup) {
    double[] features = new double[terms.size()];
    for (int i = 0; i < features.length; i++) {
      features[i] = terms.get(i).feature().applyAsDouble(setup);
    }
    return features;
  }

  /** Seconds of one step; 0 only where all that matters is 0. */
  public double secondsPerStep(double[] parameters, Setup setup) {
    return Vectors.dot(parameters, features(setup));
  }

  // Shares of a few terms, each unknown by a factor of about twenty either way: weak enough that a
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

  private static double servers(Setup setup) {
    return Math.max(1, setup.servers());
  }

  private static double exchanged(Setup setup) {
    return (setup.workers() - 1.0) / setup.workers();
  }

  private static double logarithm(Setup setup) {
    return StrictMath.log(setup.workers());
  }
}
