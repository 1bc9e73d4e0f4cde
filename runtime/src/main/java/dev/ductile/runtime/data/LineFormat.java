package dev.ductile.runtime.data;

/** The format of an example on a line. */
sealed interface LineFormat permits LibsvmFormat, CsvFormat {
  /** Takes the content of a line; features have the numbers of the file. */
  interface Row {
    void label(float label) throws MalformedDataException;

    void value(int feature, float value) throws MalformedDataException;
  }

  /** Whether a line has no example, but only a comment. */
  boolean isSkipped(byte[] bytes, int from, int to);

  /** Passes a line's label, and then its values. */
  void parse(byte[] bytes, int from, int to, Row row) throws MalformedDataException;

  /** The number of features of each example if all have all; otherwise 0. */
  int width();
}
