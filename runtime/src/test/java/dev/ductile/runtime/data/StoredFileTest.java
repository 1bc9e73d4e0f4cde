package dev.ductile.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.DataSpec.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredFileTest {
  private static final int SEEDS = 40;

  @TempDir Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void chooseFile() {
    file = directory.resolve("data.txt");
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private List<String> read(String text, Format format, int features, ClassLabels labels)
      throws IOException {
    Files.writeString(file, text);
    return Rows.of(Rows.stored(file.toString(), format, features, labels, 3), 3, directory);
  }

  private List<String> libsvm(String text, ClassLabels labels) throws IOException {
    return read(text, Format.LIBSVM, 5, labels);
  }

  private void assertRefused(Format format, ClassLabels labels, String text, String... parts) {
    assertThatThrownBy(() -> read(text, format, 5, labels))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContainingAll(parts);
  }

  @Test
  void aFileThatHasGrownSinceTheJobBeganIsRefused() throws IOException {
    Files.writeString(file, "1 1:1\n");
    var stored = new DataSpec.Source.Stored(file.toString(), Format.LIBSVM, Sources.version(file));
    assertThat(Sources.find(stored).size()).isEqualTo(6);
    Files.writeString(file, "1 1:1\n0 2:1\n");
    assertThatThrownBy(() -> Sources.find(stored))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContainingAll(file.toString(), "it was 6 bytes", "is 12 bytes");
  }

  @Test
  void aMissingFileIsReportedAsMissing() throws IOException {
    Files.writeString(file, "1 1:1\n");
    Storage storage = Storage.find(file.toString());
    Files.delete(file);
    assertThatThrownBy(() -> storage.read(0, 6))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining("there is no file " + file);
  }

  /** The first byte of a process's memory is an I/O error. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void anUnreadableFileMayBeReadLater() throws IOException {
    try (var in = Storage.find("/proc/self/mem").read(0, 10)) {
      assertThatThrownBy(() -> in.read(new byte[10]))
          .isInstanceOf(UnavailableDataException.class)
          .hasMessageStartingWith("/proc/self/mem cannot be read: ");
    }
  }

  @Test
  void everyLineIsInExactlyOneSplit() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var text = new StringBuilder();
      var expected = new ArrayList<String>();
      int lines = random.nextInt(60);
      for (int i = 0; i < lines; i++) {
        text.append(line(i, random, expected));
        boolean last = i == lines - 1;
        text.append(last && random.nextBoolean() ? "" : random.nextInt(4) == 0 ? "\r\n" : "\n");
      }
      int splits = 1 + random.nextInt(20);
      byte[] plain = text.toString().getBytes(StandardCharsets.UTF_8);
      for (byte[] bytes : List.of(plain, gzip(plain))) {
        Files.write(file, bytes);
        var source = Rows.stored(file.toString(), Format.LIBSVM, 100, ClassLabels.NUMBERS, splits);
        assertThat(Rows.sorted(Rows.of(source, splits, directory)))
            .as("seed %d, %d splits, %d bytes", seed, splits, bytes.length)
            .isEqualTo(Rows.sorted(expected));
      }
    }
  }

  private static String line(int number, SplittableRandom random, List<String> expected) {
    if (random.nextInt(5) == 0) {
      return random.nextBoolean() ? "" : "  # nothing";
    }
    var written = new StringBuilder().append(number);
    var row = new StringBuilder().append((float) number);
    for (int feature = 1; feature <= 100; feature += 1 + random.nextInt(60)) {
      float value = random.nextInt(-1000, 1000) / 8f;
      written.append(random.nextBoolean() ? " " : " \t ").append(feature + ":" + value);
      row.append(" ").append(feature - 1).append(":").append(value);
    }
    expected.add(row.toString());
    return written + (random.nextInt(5) == 0 ? " # 3:4 so" : "");
  }

  @ParameterizedTest
  @CsvSource({"-1, +1", "0, 1", "1, 2", "-1.0, 1.0"})
  void twoClassesMayHaveAnyUsualLabels(String negative, String positive) throws IOException {
    assertThat(libsvm(positive + " 1:1\n" + negative + " 2:1\n", ClassLabels.TWO_CLASSES))
        .containsExactlyInAnyOrder("1.0 0:1.0", "-1.0 1:1.0");
  }

  @Test
  void classesBeginWithZeroOrOne() throws IOException {
    assertThat(libsvm("3\n1\n2\n", new ClassLabels(3)))
        .containsExactlyInAnyOrder("2.0", "0.0", "1.0");
    assertThat(libsvm("0\n1\n2\n", new ClassLabels(3)))
        .containsExactlyInAnyOrder("0.0", "1.0", "2.0");
    assertThat(libsvm("1\n1\n2\n", new ClassLabels(3)))
        .containsExactlyInAnyOrder("1.0", "1.0", "2.0");
  }

  @Test
  void featuresBeginWithZeroOrOne() throws IOException {
    assertThat(libsvm("7 1:1 5:2", ClassLabels.NUMBERS)).containsExactly("7.0 0:1.0 4:2.0");
    assertThat(libsvm("7 0:1 4:2", ClassLabels.NUMBERS)).containsExactly("7.0 0:1.0 4:2.0");
  }

  @Test
  void mistakesHaveTheirLine() {
    String good = "1 1:1\n\n# so\n-1 2:1\n";
    for (String[] wrong :
        new String[][] {
          {"1 2:1 2:3", "feature 2 comes after feature 2"},
          {"1 3:1 2:3", "feature 2 comes after feature 3"},
          {"1 6:1", "feature 6", "1 to 5", "features: 5"},
          {"1 0:1", "feature 0; by the beginning", "0 to 4"},
          {"1 1:nan", "'nan' is no finite number"},
          {"1 1:1e99", "'1e99' is no finite number"},
          {"1 1:0x1p3", "no finite number"},
          {"1 1:", "'' is no finite number"},
          {"1 :1", "a feature without a number"},
          {"1 2147483648:1", "'2147483648' is no feature's number"},
          {"1 -3:1", "'-3' is no feature's number"},
          {"1 word", "'word' is not a feature, a colon and a value"},
          {"2 1:1", "label 2", "-1 or 0, and 1"},
          {"0.5 1:1", "label 0.5"},
          {"yes 1:1", "'yes' is no finite number"}
        }) {
      String[] parts = Arrays.copyOfRange(wrong, 1, wrong.length);
      if (!wrong[0].equals("1 0:1")) {
        assertRefused(Format.LIBSVM, ClassLabels.TWO_CLASSES, good + wrong[0] + "\n", parts);
        assertRefused(Format.LIBSVM, ClassLabels.TWO_CLASSES, good + wrong[0], "line 5");
      }
    }
    assertRefused(
        Format.LIBSVM, ClassLabels.TWO_CLASSES, "1 0:1 1:1\n1 5:1", "feature 5", "0 to 4");
    assertRefused(Format.LIBSVM, new ClassLabels(3), "0\n3\n", "label 3", "0 to 2", "line 2");
  }

  @Test
  void csvHasItsLabelFirstOrInTheColumnOfTheHeader() throws IOException {
    assertThat(read("7,1,2\n8,-3,4e1\r\n", Format.CSV, 2, ClassLabels.NUMBERS))
        .containsExactlyInAnyOrder("7.0 0:1.0 1:2.0", "8.0 0:-3.0 1:40.0");
    assertThat(read("\"a\", Label ,b\n1, 7 ,2\n", Format.CSV, 2, ClassLabels.NUMBERS))
        .containsExactlyInAnyOrder("7.0 0:1.0 1:2.0");
    Files.write(file, gzip("label,a\n1,5\n\n2,6\n".getBytes(StandardCharsets.UTF_8)));
    var source = Rows.stored(file.toUri().toString(), Format.CSV, 1, ClassLabels.TWO_CLASSES, 2);
    assertThat(Rows.of(source, 2, directory)).containsExactlyInAnyOrder("-1.0 0:5.0", "1.0 0:6.0");
  }

  @Test
  void mistakesInCsvHaveTheirLine() {
    assertRefused(
        Format.CSV, ClassLabels.NUMBERS, "1,2,3,4,5,6\n1,2,3\n", "line 2", "3 columns", "be 6");
    assertRefused(
        Format.CSV, ClassLabels.NUMBERS, "1,2,3,4,5,6\n1,2,,4,5,6\n", "column 3 is empty");
    assertRefused(Format.CSV, ClassLabels.NUMBERS, "1,2,3,4,5,6\n1,2,NaN,4,5,6", "'NaN'", "line 2");
    assertRefused(Format.CSV, ClassLabels.NUMBERS, "1,2,3,4,5,6,7\n", "7 columns");
  }

  @Test
  void unreadableDataAreRefused() throws IOException {
    assertThatThrownBy(() -> Rows.of(source(directory.resolve("none").toString()), 1, directory))
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> Rows.of(source(directory.toString()), 1, directory))
        .hasMessageContaining("is a folder");
    byte[] whole = gzip("1 1:1\n".repeat(10_000).getBytes(StandardCharsets.UTF_8));
    Files.write(file, Arrays.copyOf(whole, whole.length - 5));
    assertThatThrownBy(() -> Rows.of(source(file.toString()), 1, directory))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining(file.toString());
    assertThat(directory.resolve("split-0.part")).doesNotExist();
  }

  @Test
  void aLineBeyondTheLimitIsRefused() throws IOException {
    byte[] endless = new byte[LineReader.LONGEST_LINE * 5 / 4];
    Arrays.fill(endless, (byte) '1');
    Files.write(file, gzip(endless));
    assertThatThrownBy(() -> Rows.of(source(file.toString()), 1, directory))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining("a line of more than");
  }

  private static SplitSource source(String where) {
    return Rows.stored(where, Format.LIBSVM, 5, ClassLabels.TWO_CLASSES, 1);
  }

  @Test
  void numbersAreThoseOfTheJdk() throws MalformedDataException {
    var random = new SplittableRandom(11);
    for (int i = 0; i < 20_000; i++) {
      float number = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(number)) {
        for (String text : List.of(String.valueOf(number), "%.4f".formatted(number))) {
          byte[] bytes = (" " + text + " ").getBytes(StandardCharsets.UTF_8);
          float expected = Float.parseFloat(text);
          assertThat(Decimal.read(bytes, 1, bytes.length - 1))
              .as(text)
              .isBetween(Math.nextDown(expected), Math.nextUp(expected));
        }
      }
    }
    assertThat(Decimal.read(".5".getBytes(StandardCharsets.UTF_8), 0, 2)).isEqualTo(0.5f);
    assertThat(Decimal.read("5.".getBytes(StandardCharsets.UTF_8), 0, 2)).isEqualTo(5f);
  }
}
