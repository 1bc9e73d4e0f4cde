package dev.ductile.runtime.data;

/**
 * The meaning of the labels of a model's examples.
 *
 * @param classes the number of classes; 0 if a label is any number
 */
public record ClassLabels(int classes) {
  /** Labels of a classification into two: -1 and 1. */
  public static final ClassLabels TWO_CLASSES = new ClassLabels(2);

  /** Labels of a regression. */
  public static final ClassLabels NUMBERS = new ClassLabels(0);

  public ClassLabels {
    if (classes < 0 || classes == 1) {
      throw new IllegalArgumentException("labels need two classes or more, not " + classes);
    }
  }
}
