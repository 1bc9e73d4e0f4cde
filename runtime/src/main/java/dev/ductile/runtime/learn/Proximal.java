package dev.ductile.runtime.learn;

/**
 * The step that draws a number towards zero: it minimises {@code l1 |w| + l2 w w / 2 + (w - w0) (w
 * - w0) / (2 rate)}.
 */
record Proximal(float l1, float l2) {
  Proximal {
    if (!(l1 >= 0) || !(l2 >= 0) || Float.isInfinite(l1) || Float.isInfinite(l2)) {
      throw new IllegalArgumentException("l1 and l2 must be at least 0, not " + l1 + ", " + l2);
    }
  }

  float of(float number, float rate) {
    float most = rate * l1;
    return (number - Math.max(Math.min(number, most), -most)) / (1 + rate * l2);
  }
}
