package dev.ductile.runtime.data;

import dev.ductile.runtime.job.DataSpec.Format;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads examples from a stream in the format of a model's training data. Features that the model
 * does not have are ignored; labels may be missing, from all examples or from none.
 */
public final class ExampleReader implements AutoCloseable {
  private static final byte[] NO_LIBSVM_LABEL = {'0', ' '};
  private static final byte[] NO_CSV_LABEL = {'0', ','};

  private final LineReader lines;
  private final String name;
  private final Format written;
  private final int features;
  private final Dialect dialect;
  private LineFormat format;
  private boolean isBegun;
  private boolean hasLabels = true;
  private Optional<HeldOut> only = Optional.empty();

  /**
   * A reader before the first example.
   *
   * @param name of the stream, for messages
   * @param features the number of features of the model
   */
  public ExampleReader(InputStream in, String name, Format written, int features, Dialect dialect) {
    this.lines = new LineReader(in, 0);
    this.name = name;
    this.written = written;
    this.features = features;
    this.dialect = dialect;
    this.format = written == Format.CSV ? new CsvFormat(features, 0) : new LibsvmFormat();
  }

  /** Skips all examples except the held-out ones. */
  public ExampleReader only(HeldOut heldOut) {
    only = Optional.of(heldOut);
    return this;
  }

  /** The next examples, up to a number of them; none at the end. */
  public Examples next(int most) throws IOException {
    var list = new ExampleList(format.width());
    var row = new Taking(list);
    try {
      while (list.count() < most && lines.next()) {
        if (!isSkipped()) {
          parse(row);
          keepOrDrop(list);
        }
      }
    } catch (MalformedDataException wrong) {
      throw new MalformedDataException(
          "%s, line %d: %s".formatted(name, lines.number(), wrong.getMessage()));
    }
    return list.take();
  }

  private void keepOrDrop(ExampleList list) throws MalformedDataException {
    if (only.isPresent() && !hasLabels) {
      throw new MalformedDataException(
          "no label; label and features decide which examples are held out");
    }
    if (only.isPresent() && !only.get().hasLast(list)) {
      list.dropLast();
    }
  }

  /** Whether examples have labels, as the first example shows. */
  public boolean hasLabels() {
    return hasLabels;
  }

  private boolean isSkipped() {
    if (written == Format.CSV && lines.number() == 1) {
      List<String> header = CsvFormat.header(lines.bytes(), lines.from(), lines.to());
      format = CsvFormat.of(features, header);
      return !header.isEmpty();
    }
    return format.isSkipped(lines.bytes(), lines.from(), lines.to());
  }

  private void parse(Taking row) throws MalformedDataException {
    if (!isBegun) {
      isBegun = true;
      hasLabels = isLabelled();
      format = written == Format.CSV && !hasLabels ? new CsvFormat(features, 0) : format;
    }
    row.begin();
    if (hasLabels) {
      format.parse(lines.bytes(), lines.from(), lines.to(), row);
    } else {
      byte[] line = labelled();
      format.parse(line, 0, line.length, row);
    }
    row.end();
  }

  /**
   * A row with as many columns as features has no label, and neither has a line that begins with a
   * feature.
   */
  private boolean isLabelled() {
    int colons = 0;
    int commas = 0;
    boolean first = true;
    for (int i = lines.from(); i < lines.to(); i++) {
      byte letter = lines.bytes()[i];
      commas += letter == ',' ? 1 : 0;
      colons += letter == ':' && first ? 1 : 0;
      first &= letter != ' ' && letter != '\t';
    }
    return written == Format.CSV ? commas + 1 != features : colons == 0;
  }

  private byte[] labelled() {
    byte[] label = written == Format.CSV ? NO_CSV_LABEL : NO_LIBSVM_LABEL;
    int length = lines.to() - lines.from();
    byte[] line = Arrays.copyOf(label, label.length + length);
    System.arraycopy(lines.bytes(), lines.from(), line, label.length, length);
    return line;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Adds the example of a line to a list. */
  private final class Taking implements LineFormat.Row {
    private final ExampleList list;
    private float label;
    private long last;

    Taking(ExampleList list) {
      this.list = list;
    }

    void begin() {
      last = -1;
    }

    void end() {
      list.end(label);
    }

    @Override
    public void label(float given) throws MalformedDataException {
      label = hasLabels ? dialect.label(given) : 0;
    }

    @Override
    public void value(int given, float value) throws MalformedDataException {
      int feature = format.width() > 0 ? given : given - dialect.firstFeature();
      if (feature < 0) {
        throw new MalformedDataException(
            "feature %d; the model's first feature is %d".formatted(given, dialect.firstFeature()));
      }
      if (feature <= last) {
        throw new MalformedDataException(
            "feature %d comes after feature %d; features must ascend"
                .formatted(given, given - feature + last));
      }
      last = feature;
      if (feature < features) {
        list.value(feature, value);
      }
    }
  }
}
