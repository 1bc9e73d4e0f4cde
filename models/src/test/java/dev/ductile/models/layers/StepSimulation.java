package dev.ductile.models.layers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A discrete-event simulation of one step of one worker. Gradients become known from the last layer
 * to the first. An uplink and a downlink carry one slice at a time; a slice is received after it
 * was sent.
 */
final class StepSimulation {
  private static final int MOST_EVENTS = 1_000_000;

  private final Layers layers;
  private final boolean inputFirst;
  private final int[] slices;
  private final double[] known;
  private final int[] toSend;
  private final int[] toReceive;
  private final double[] received;
  private final List<Interval> busy = new ArrayList<>();
  private final Link up = new Link();
  private final Link down = new Link();

  private record Interval(double from, double to) {}

  /** The measured times of a simulated step. */
  record Outcome(double seconds, double forward, double backward, double communication) {}

  private static final class Link {
    int layer = -1;
    double free;
  }

  /**
   * A step to simulate.
   *
   * @param slices the number of slices per layer; 1 for whole layers
   * @param inputFirst whether layers near the input go first; else first come, first served
   */
  StepSimulation(Layers layers, int[] slices, boolean inputFirst) {
    this.layers = layers;
    this.inputFirst = inputFirst;
    this.slices = slices;
    known = new double[layers.count()];
    toSend = slices.clone();
    toReceive = new int[layers.count()];
    received = new double[layers.count()];
    double time = 0;
    for (int layer = layers.count() - 1; layer >= 0; layer--) {
      time += layers.backward(layer);
      known[layer] = time;
    }
  }

  Outcome run() {
    int left = Arrays.stream(slices).sum();
    double time = 0;
    for (int event = 0; left > 0 && event < MOST_EVENTS; event++) {
      left -= land(time);
      start(time);
      time = next(time);
    }
    return outcome();
  }

  /** Completes transfers up to now; returns the number of received slices. */
  private int land(double time) {
    int back = 0;
    if (down.layer >= 0 && down.free <= time) {
      received[down.layer] = time;
      down.layer = -1;
      back = 1;
    }
    if (up.layer >= 0 && up.free <= time) {
      toReceive[up.layer]++;
      up.layer = -1;
    }
    return back;
  }

  private void start(double time) {
    start(time, up, toSend);
    start(time, down, toReceive);
  }

  private void start(double time, Link link, int[] waiting) {
    int layer = link.layer >= 0 ? -1 : first(time, waiting);
    if (layer >= 0) {
      waiting[layer]--;
      link.layer = layer;
      link.free = time + layers.transfer(layer) / slices[layer];
      busy.add(new Interval(time, link.free));
    }
  }

  private int first(double time, int[] waiting) {
    int found = -1;
    for (int layer = 0; layer < waiting.length; layer++) {
      boolean better = found < 0 || !inputFirst;
      if (waiting[layer] > 0 && known[layer] <= time && better) {
        found = layer;
      }
    }
    return found;
  }

  private double next(double time) {
    double next = Double.POSITIVE_INFINITY;
    for (double moment : known) {
      next = moment > time ? Math.min(next, moment) : next;
    }
    next = up.layer >= 0 ? Math.min(next, up.free) : next;
    return down.layer >= 0 ? Math.min(next, down.free) : next;
  }

  private Outcome outcome() {
    var forward = new ArrayList<Interval>();
    double time = 0;
    for (int layer = 0; layer < received.length; layer++) {
      double from = Math.max(time, received[layer]);
      time = from + layers.forward(layer);
      forward.add(new Interval(from, time));
    }
    return new Outcome(
        time,
        whileIdle(forward),
        whileIdle(List.of(new Interval(0, known[0]))),
        seconds(busy, List.of()));
  }

  private double whileIdle(List<Interval> work) {
    return seconds(work, busy);
  }

  /** The time that is in any of some intervals and in none of others. */
  private static double seconds(List<Interval> some, List<Interval> others) {
    double[] moments =
        Stream.of(some, others)
            .flatMap(List::stream)
            .flatMap(one -> Stream.of(one.from(), one.to()))
            .mapToDouble(moment -> moment)
            .sorted()
            .toArray();
    double seconds = 0;
    for (int i = 1; i < moments.length; i++) {
      double middle = (moments[i - 1] + moments[i]) / 2;
      if (covers(some, middle) && !covers(others, middle)) {
        seconds += moments[i] - moments[i - 1];
      }
    }
    return seconds;
  }

  private static boolean covers(List<Interval> intervals, double time) {
    return intervals.stream().anyMatch(one -> one.from() <= time && time <= one.to());
  }
}
