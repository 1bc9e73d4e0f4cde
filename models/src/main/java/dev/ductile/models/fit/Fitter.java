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
 * Makes a fit of measurements: the shapes of the right kind compete, and the one whose held-out
 * errors are the smallest wins. A shape competes where it has fewer parameters than there are
 * measured setups; where none has, the prior is taken, or the first form of the kind, or for one or
 * two setups a guess.
 *
 * @param form the only form to fit; all of the right kind where it is absent
 * @param prior what is believed beforehand; it competes with the forms
 */
public record Fitter(Optional<Form> form, Optional<Prior> prior) {
  /** All forms, and no belief. */
  public static final Fitter OPEN = new Fitter(Optional.empty(), Optional.empty());

  /** The most setups that one fit takes. */
  public static final int MOST_SETUPS = 256;

  /** With fewer setups than this, a form would mostly repeat what it was taken to be. */
  private static final int FEWEST_FOR_A_FORM = 3;

  /** The first is taken where there are too few measurements for a contest. */
  private static final List<Form> WITHOUT_SERVERS =
      List.of(
          Form.ALL_REDUCE_SERIAL,
          Form.ERNEST,
          Form.ALL_REDUCE,
          Form.ALL_REDUCE_OVERLAPPING,
          Form.NODES_OF_4,
          Form.NODES_OF_8,
          Form.NODES_OF_4_OVERLAPPING,
          Form.NODES_OF_8_OVERLAPPING);

  private static final List<Form> WITH_SERVERS =
      List.of(Form.SERVERS, Form.SERVERS_OVERLAPPING, Form.OPTIMUS_SYNC, Form.OPTIMUS_ASYNC);

  /** How well a shape did in the contest: the mean relative error of held-out measurements. */
  public record Score(String form, double heldOutError) {}

  public Fitter only(Form one) {
    return new Fitter(Optional.of(one), prior);
  }

  public Fitter believing(Prior belief) {
    return new Fitter(form, Optional.of(belief));
  }

  /** The speeds that these measurements, at least one, speak for. */
  public Fit fit(Collection<Measurement> measurements) {
    return together(Repeated.of(measurements));
  }

  /**
   * Which of these setups to measure next, to know most of all of them; empty where all are.
   *
   * @param measured what was measured until now, which may be nothing
   */
  public Optional<Setup> next(Collection<Setup> setups, Collection<Measurement> measured) {
    if (setups.isEmpty()) {
      return Optional.empty();
    }
    List<Repeated> known = checked(Repeated.of(measured));
    boolean withServers = withServers(setups);
    Shape shape = form.orElse(withServers ? Form.SERVERS : Form.ALL_REDUCE_OPEN);
    Posterior posterior =
        known.isEmpty() ? Posterior.before(shape, List.copyOf(setups)) : Posterior.of(shape, known);
    Set<Setup> done = new HashSet<>();
    known.forEach(one -> done.add(one.setup()));
    return Exploration.next(posterior, setups, done);
  }

  /**
   * The measurements that somebody would have made who asked for the next size, measured it, and
   * asked again.
   *
   * @param all from which the speeds of the chosen setups are taken
   * @param most how many setups at most
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

  Fit together(List<Repeated> measured) {
    if (measured.isEmpty()) {
      throw new IllegalArgumentException("a fit needs at least one measurement");
    }
    checked(measured);
    List<Fit> fits =
        shapes(measured).stream()
            .map(shape -> new Fit(shape, Posterior.of(shape, measured), measured))
            .toList();
    if (fits.size() == 1) {
      return fits.getFirst();
    }
    Fit best = fits.stream().min(Comparator.comparingDouble(Fit::heldOutLogError)).orElseThrow();
    return best.among(
        fits.stream().map(fit -> new Score(fit.form(), fit.heldOutError().orElseThrow())).toList());
  }

  /** What competes: all that has fewer parameters than there are setups, or what is likeliest. */
  private List<Shape> shapes(List<Repeated> measured) {
    boolean withServers = withServers(measured.stream().map(Repeated::setup).toList());
    if (form.isEmpty() && prior.isEmpty() && measured.size() < FEWEST_FOR_A_FORM) {
      return List.of(Prior.GUESS);
    }
    List<Form> forms = form.map(List::of).orElseGet(() -> forms(withServers));
    List<Shape> all = Stream.<Shape>concat(prior.stream(), forms.stream()).toList();
    List<Shape> able =
        all.stream().filter(shape -> shape.terms().size() < measured.size()).toList();
    return able.isEmpty() ? List.of(all.getFirst()) : able;
  }

  private static List<Form> forms(boolean withServers) {
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

  private static List<Repeated> checked(List<Repeated> measured) {
    if (measured.size() > MOST_SETUPS) {
      throw new IllegalArgumentException(
          "a fit takes measurements of at most %d setups, not %d"
              .formatted(MOST_SETUPS, measured.size()));
    }
    return measured;
  }
}
