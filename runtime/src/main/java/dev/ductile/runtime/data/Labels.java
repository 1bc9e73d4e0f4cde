package dev.ductile.runtime.data;

/**
 * The meaning of the labels of a model's examples.
 *
 * @param classes the number of classes; 0 where a label is any number
 */
public record Labels(int classes) {
  /** Labels of a classification into two: -1 and 1. */
  public static final Labels TWO_CLASSES = new Labels(2);

  /** Labels of a regression. */
  public static final Labels NUMBERS = new Labels(0);

  public Labels {
    if (classes < 0 || classes == 1) {
      throw new IllegalArgumentException("labels need two classes or more, not " + classes);
    }
  }
}
