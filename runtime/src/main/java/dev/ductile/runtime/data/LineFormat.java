package dev.ductile.runtime.data;

/** How an example is written on a line. */
sealed interface LineFormat permits LibsvmFormat, CsvFormat {
  /** Takes what stands on a line; features have the numbers that they have there. */
  interface Row {
    void label(float label) throws MalformedDataException;

    void value(int feature, float value) throws MalformedDataException;
  }

  /** Whether a line has no example, but only something for people. */
  boolean isSkipped(byte[] bytes, int from, int to);

  /** Tells a line's label, and then its values. */
  void parse(byte[] bytes, int from, int to, Row row) throws MalformedDataException;

  /** How many features each example has where all have all; else 0. */
  int width();
}
