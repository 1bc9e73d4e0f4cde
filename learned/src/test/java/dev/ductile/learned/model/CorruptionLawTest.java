package dev.ductile.learned.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import dev.ductile.api.Seed;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A corrupted file is refused by its message, or has the same content; it costs no memory. */
class CorruptionLawTest {
  private static final int SEEDS = 3_000;
  private static final long MOST_ALLOCATED = 8 << 20;
  private static final List<String> VALUES =
      List.of("-1", "0", "1e9", "2147483648", "9223372036854775807", "[]", "{}", "null", "\"a\"");

  private static final byte[] MODEL = ModelFile.bytes(TestModels.model());

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void corruptionIsFoundByTheHash() {
    for (long seed = 0; seed < SEEDS; seed++) {
      byte[] corrupted = corrupted(new Seed(seed).stream("test"));
      read(seed, corrupted)
          .ifPresent(model -> assertThat(ModelFile.bytes(model)).containsExactly(MODEL));
    }
  }

  /** A file with the right hash of wrong content. */
  @Test
  void forgeryIsRefusedOrIsAModel() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("test");
      byte[] corrupted = random.nextBoolean() ? corrupted(random) : wrongNumber(random);
      read(seed, ChangedFile.signed(corrupted));
    }
  }

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "shape":[6,5]              | "shape":[6,-5]             | larger than the file
          "shape":[6,5]              | "shape":[5,6]              | its network needs
          "shape":[6,5]              | "shape":[65536,65536]      | larger than the file
          "shape":[6,5]              | "shape":[6,5.0]            | larger than the file
          "data_offsets":[0,         | "data_offsets":[-4,        | has offsets
          "data_offsets":[0,         | "data_offsets":[4,         | has offsets
          policy.0.bias              | policy.9.bias              | there is no tensor
          adam.mean.policy.0.bias    | policy.9.bias              | there is no tensor
          \\"steps\\":1              | \\"steps\\":0              | belongs to no network
          \\"steps\\":1              | \\"steps\\":-1             | metadata networks is wrong
          [6,5,4,3]                  | [6]                        | metadata networks is wrong
          "policy":                  | "police":                  | its metadata has no policy
          \\"slots\\":10,\\"updates\\":4,\\"inputs_hash | \\"slots\\":10,\\"slots\\":4,\\"inputs_hash | is not JSON
          2.5                        | null                       | metadata history is wrong
          2.5                        | \\"NaN\\"                  | metadata history is wrong
          """)
  void aForgedHeaderIsRefused(String old, String other, String fault) {
    byte[] forged = ChangedFile.signed(ChangedFile.withHeader(MODEL, old, other));

    assertThatExceptionOfType(UnusableModelException.class)
        .isThrownBy(() -> ModelFile.model("a.model", forged))
        .withMessageContaining(fault);
  }

  private Optional<LearnedModel> read(long seed, byte[] bytes) {
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      return Optional.of(ModelFile.model("a.model", bytes));
    } catch (UnusableModelException problem) {
      assertThat(problem.getMessage()).startsWith("a.model: ").contains("; ");
      return Optional.empty();
    } catch (RuntimeException problem) {
      throw new AssertionError("seed " + seed, problem);
    } finally {
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .as("allocated bytes for seed %d", seed)
          .isLessThan(MOST_ALLOCATED);
    }
  }

  private static byte[] corrupted(RandomGenerator random) {
    byte[] bytes = MODEL.clone();
    int most = random.nextBoolean() ? ChangedFile.length(bytes) + 8 : bytes.length;
    int changes = 1 + random.nextInt(4);
    for (int change = 0; change < changes; change++) {
      int at = random.nextInt(Math.min(most, bytes.length));
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[random.nextInt(Math.min(8, bytes.length))] = (byte) random.nextInt(256);
        case 3 -> bytes = Arrays.copyOf(bytes, 1 + at + random.nextInt(9));
        default -> {
          int length = Math.min(random.nextInt(40), bytes.length - at);
          System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
        }
      }
    }
    return bytes;
  }

  /** Another value in place of a number of the header. */
  private static byte[] wrongNumber(RandomGenerator random) {
    String header = new String(MODEL, 8, ChangedFile.length(MODEL), StandardCharsets.ISO_8859_1);
    var numbers = Pattern.compile("(?<![\\w.])\\d+(?![\\w.])").matcher(header).results().toList();
    var number = numbers.get(random.nextInt(numbers.size()));
    String before = header.substring(Math.max(0, number.start() - 12), number.start());
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return ChangedFile.withHeader(MODEL, before + number.group(), before + value);
  }
}
