package dev.ductile.models.fit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Fits a speed to measurements. The models of the right kind compete, and the one with the smallest
 * held-out errors wins. A model competes if it has fewer parameters than there are measured setups.
 * If none has, the prior is used, else the first form of the kind, or a guess for one or two
 * setups.
 *
 * @param form the only form to fit; if it is absent, all forms of the right kind
 * @param prior a speed that is assumed before any measurement; it competes with the forms
 */
public record Fitter(Optional<StepTimeForm> form, Optional<Prior> prior) {
  /** All forms, and no prior. */
  public static final Fitter OPEN = new Fitter(Optional.empty(), Optional.empty());

  /** The most setups that one fit takes. */
  public static final int MOST_SETUPS = 256;

  /** With fewer setups than this, the result of a form would mostly be its own assumptions. */
  private static final int FEWEST_FOR_A_FORM = 3;

  /** The first form is used if too few measurements allow no competition. */
  private static final List<StepTimeForm> WITHOUT_SERVERS =
      List.of(
          StepTimeForm.ALL_REDUCE_SERIAL,
          StepTimeForm.ERNEST,
          StepTimeForm.ALL_REDUCE,
          StepTimeForm.ALL_REDUCE_OVERLAPPING,
          StepTimeForm.NODES_OF_4,
          StepTimeForm.NODES_OF_8,
          StepTimeForm.NODES_OF_4_OVERLAPPING,
          StepTimeForm.NODES_OF_8_OVERLAPPING);

  private static final List<StepTimeForm> WITH_SERVERS =
      List.of(
          StepTimeForm.SERVERS,
          StepTimeForm.SERVERS_OVERLAPPING,
          StepTimeForm.OPTIMUS_SYNC,
          StepTimeForm.OPTIMUS_ASYNC);

  /** The score of a model in the competition: the mean relative error of held-out measurements. */
  public record Score(String form, double heldOutError) {}

  public Fitter only(StepTimeForm one) {
    return new Fitter(Optional.of(one), prior);
  }

  public Fitter withPrior(Prior newPrior) {
    return new Fitter(form, Optional.of(newPrior));
  }

  /** The fit of these measurements, at least one. */
  public Fit fit(Collection<Measurement> measurements) {
    return together(PooledMeasurement.of(measurements));
  }

  /**
   * The setup to measure next, so that most is known of all setups; empty if all are measured.
   *
   * @param measured the measurements so far; may be empty
   */
  public Optional<Setup> next(Collection<Setup> setups, Collection<Measurement> measured) {
    if (setups.isEmpty()) {
      return Optional.empty();
    }
    List<PooledMeasurement> known = checked(PooledMeasurement.of(measured));
    boolean withServers = withServers(setups);
    StepTimeModel model =
        form.orElse(withServers ? StepTimeForm.SERVERS : StepTimeForm.ALL_REDUCE_OPEN);
    Posterior posterior =
        known.isEmpty() ? Posterior.before(model, List.copyOf(setups)) : Posterior.of(model, known);
    Set<Setup> done = new HashSet<>();
    known.forEach(one -> done.add(one.setup()));
    return ExperimentDesign.next(posterior, setups, done);
  }

  /**
   * The measurements that repeated calls of {@link #next} would have chosen, one after the other.
   *
   * @param all the measurements from which the chosen ones are taken
   * @param most the most setups to choose
   */
  public List<Measurement> explore(List<Measurement> all, int most) {
    List<Setup> setups = all.stream().map(Measurement::setup).toList();
    var measured = new ArrayList<Measurement>();
    for (int count = 0; count < most; count++) {
      Optional<Setup> next = next(setups, measured);
      if (next.isEmpty()) {
        break;
      }
      all.stream().filter(one -> one.setup().equals(next.get())).forEach(measured::add);
    }
    return List.copyOf(measured);
  }

  Fit together(List<PooledMeasurement> measured) {
    if (measured.isEmpty()) {
      throw new IllegalArgumentException("a fit needs at least one measurement");
    }
    checked(measured);
    List<Fit> fits =
        models(measured).stream()
            .map(model -> new Fit(model, Posterior.of(model, measured), measured))
            .toList();
    if (fits.size() == 1) {
      return fits.getFirst();
    }
    Fit best = fits.stream().min(Comparator.comparingDouble(Fit::heldOutLogError)).orElseThrow();
    return best.among(
        fits.stream().map(fit -> new Score(fit.form(), fit.heldOutError().orElseThrow())).toList());
  }

  /**
   * The models that compete: those with fewer parameters than there are setups, else the most
   * probable one.
   */
  private List<StepTimeModel> models(List<PooledMeasurement> measured) {
    boolean withServers = withServers(measured.stream().map(PooledMeasurement::setup).toList());
    if (form.isEmpty() && prior.isEmpty() && measured.size() < FEWEST_FOR_A_FORM) {
      return List.of(Prior.GUESS);
    }
    List<StepTimeForm> forms = form.map(List::of).orElseGet(() -> forms(withServers));
    List<StepTimeModel> all = Stream.<StepTimeModel>concat(prior.stream(), forms.stream()).toList();
    List<StepTimeModel> able =
        all.stream().filter(model -> model.terms().size() < measured.size()).toList();
    return able.isEmpty() ? List.of(all.getFirst()) : able;
  }

  private static List<StepTimeForm> forms(boolean withServers) {
    return withServers ? WITH_SERVERS : WITHOUT_SERVERS;
  }

  private static boolean withServers(Collection<Setup> setups) {
    var kinds = new ArrayList<Boolean>();
    setups.forEach(setup -> kinds.add(setup.servers() > 0));
    if (kinds.contains(true) && kinds.contains(false)) {
      throw new IllegalArgumentException(
          "some measurements have parameter servers and some have none; fit each kind by itself");
    }
    return kinds.contains(true);
  }

  private static List<PooledMeasurement> checked(List<PooledMeasurement> measured) {
    if (measured.size() > MOST_SETUPS) {
      throw new IllegalArgumentException(
          "a fit takes measurements of at most %d setups, not %d"
              .formatted(MOST_SETUPS, measured.size()));
    }
    return measured;
  }
}
