package dev.ductile.runtime.data;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The conventions of a file of examples, found from its beginning: the labels of the classes, and
 * whether the first feature is called 0 or 1. All processes look at the same beginning, so all read
 * the file alike; a later contradiction is an error.
 */
public record Dialect(ClassLabels labels, Coding coding, int firstFeature) {
  /** The labels of classes. */
  public enum Coding {
    /** A label is any number. */
    NUMBERS,
    /** 1 is positive; -1 and 0 are negative, and -1 is the usual one. */
    ONE_IS_POSITIVE,
    /** 1 is positive; -1 and 0 are negative, and 0 is the usual one. */
    ZERO_IS_NEGATIVE,
    /** 2 is positive and 1 is negative. */
    TWO_IS_POSITIVE,
    /** The first class is 0. */
    FROM_ZERO,
    /** The first class is 1. */
    FROM_ONE
  }

  /**
   * The dialect of a file.
   *
   * @param seen the labels at its beginning
   * @param featureZero whether a feature is called 0 there
   */
  static Dialect of(ClassLabels labels, Set<Float> seen, boolean featureZero) {
    return new Dialect(labels, coding(labels, new TreeSet<>(seen)), featureZero ? 0 : 1);
  }

  private static Coding coding(ClassLabels labels, TreeSet<Float> seen) {
    boolean zeroOrLess = !seen.isEmpty() && seen.first() <= 0;
    if (labels.equals(ClassLabels.NUMBERS)) {
      return Coding.NUMBERS;
    }
    if (labels.equals(ClassLabels.TWO_CLASSES)) {
      boolean two = seen.contains(2f) && !zeroOrLess;
      Coding one = seen.contains(0f) ? Coding.ZERO_IS_NEGATIVE : Coding.ONE_IS_POSITIVE;
      return two ? Coding.TWO_IS_POSITIVE : one;
    }
    boolean last = seen.contains((float) labels.classes()) && !zeroOrLess;
    return last ? Coding.FROM_ONE : Coding.FROM_ZERO;
  }

  /** The label in examples. */
  float label(float written) throws MalformedDataException {
    return switch (coding) {
      case NUMBERS -> written;
      case ONE_IS_POSITIVE, ZERO_IS_NEGATIVE -> {
        check(written == 1 || written == 0 || written == -1, written, "-1 or 0, and 1");
        yield written == 1 ? 1 : -1;
      }
      case TWO_IS_POSITIVE -> {
        check(written == 1 || written == 2, written, "1 and 2");
        yield written == 2 ? 1 : -1;
      }
      case FROM_ZERO -> classNumber(written, 0);
      case FROM_ONE -> classNumber(written, 1);
    };
  }

  /**
   * The labels of the classes in the data, in the order of the classes; empty if labels are
   * numbers.
   */
  public List<Integer> classNames() {
    return switch (coding) {
      case NUMBERS -> List.of();
      case ONE_IS_POSITIVE -> List.of(-1, 1);
      case ZERO_IS_NEGATIVE -> List.of(0, 1);
      case TWO_IS_POSITIVE -> List.of(1, 2);
      case FROM_ZERO -> IntStream.range(0, labels.classes()).boxed().toList();
      case FROM_ONE -> IntStream.rangeClosed(1, labels.classes()).boxed().toList();
    };
  }

  private float classNumber(float written, int first) throws MalformedDataException {
    int last = first + labels.classes() - 1;
    boolean fits = written >= first && written <= last && written == Math.rint(written);
    check(fits, written, first + " to " + last);
    return written - first;
  }

  private static void check(boolean fits, float written, String expected)
      throws MalformedDataException {
    if (!fits) {
      String shown =
          written == Math.rint(written) ? String.valueOf((long) written) : String.valueOf(written);
      throw new MalformedDataException(
          "label %s; by the beginning of the training data labels are %s"
              .formatted(shown, expected));
    }
  }
}
