package dev.ductile.examples;

import java.util.Map;
import java.util.TreeMap;

/**
 * The options of the sample trainer, all of them whole numbers.
 *
 * @param stepMillis the time of a step with one worker; more workers divide it
 * @param serialMillis the part of each step that no number of workers shortens
 * @param hangAt the step at which the first attempt stops making progress; 0 is never
 * @param crashAt the step at which the first attempt crashes; 0 is never
 */
record TrainerOptions(
    long steps,
    long seed,
    long stepMillis,
    long serialMillis,
    long checkpointEvery,
    long hangAt,
    long crashAt) {

  static TrainerOptions parse(String[] arguments, long defaultSteps) {
    var values = new TreeMap<String, Long>();
    values.put("--steps", defaultSteps);
    values.put("--seed", 1L);
    values.put("--step-millis", 0L);
    values.put("--serial-millis", 0L);
    values.put("--checkpoint-every", 50L);
    values.put("--hang-at", 0L);
    values.put("--crash-at", 0L);
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (!values.containsKey(name) || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            name + " is not an option with a value; there are " + values.keySet());
      }
      values.put(name, number(name, arguments[i + 1]));
    }
    return of(values);
  }

  /** The time of a step. */
  long stepNanos(int workers) {
    return 1_000_000 * serialMillis + 1_000_000 * stepMillis / workers;
  }

  private static TrainerOptions of(Map<String, Long> values) {
    return new TrainerOptions(
        values.getOrDefault("--steps", 0L),
        values.getOrDefault("--seed", 0L),
        values.getOrDefault("--step-millis", 0L),
        values.getOrDefault("--serial-millis", 0L),
        values.getOrDefault("--checkpoint-every", 0L),
        values.getOrDefault("--hang-at", 0L),
        values.getOrDefault("--crash-at", 0L));
  }

  private static long number(String name, String text) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below, like a negative number
    }
    throw new IllegalArgumentException(name + " needs a whole number of at least 0, not " + text);
  }
}
