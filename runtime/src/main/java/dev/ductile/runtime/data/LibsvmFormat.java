package dev.ductile.runtime.data;

/** Lines such as {@code -1 3:0.5 17:1 # comment}. */
record LibsvmFormat() implements LineFormat {
  @Override
  public boolean isSkipped(byte[] bytes, int from, int to) {
    int first = blanks(bytes, from, to);
    return first == to || bytes[first] == '#';
  }

  @Override
  public int width() {
    return 0;
  }

  @Override
  public void parse(byte[] bytes, int from, int to, Row row) throws MalformedDataException {
    int begin = blanks(bytes, from, to);
    int end = word(bytes, begin, to);
    row.label(Decimal.read(bytes, begin, end));
    begin = blanks(bytes, end, to);
    while (begin < to && bytes[begin] != '#') {
      end = word(bytes, begin, to);
      int colon = begin;
      while (colon < end && bytes[colon] != ':') {
        colon++;
      }
      if (colon == end) {
        throw new MalformedDataException(
            "'%s' is not a feature, a colon and a value"
                .formatted(Decimal.text(bytes, begin, end)));
      }
      row.value(Decimal.whole(bytes, begin, colon), Decimal.read(bytes, colon + 1, end));
      begin = blanks(bytes, end, to);
    }
  }

  private static int blanks(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && (bytes[i] == ' ' || bytes[i] == '\t')) {
      i++;
    }
    return i;
  }

  private static int word(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '#') {
      i++;
    }
    return i;
  }
}
