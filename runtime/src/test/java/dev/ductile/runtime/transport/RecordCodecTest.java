package dev.ductile.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RecordCodecTest {
  private static final Animal.Cat CAT =
      new Animal.Cat(
          "Möhre",
          3,
          1L << 40,
          0.1,
          true,
          Colour.RED,
          Duration.ofSeconds(2),
          Optional.of(List.of(1)));
  private static final Animal HERD =
      new Animal.Herd(List.of(CAT, new Animal.Ghost(), new Animal.Herd(List.of())));

  enum Colour {
    GREEN,
    RED
  }

  sealed interface Animal {
    record Cat(
        String name,
        int legs,
        long age,
        double weight,
        boolean awake,
        Colour colour,
        Duration nap,
        Optional<List<Integer>> kittens)
        implements Animal {
      public Cat {
        if (legs < 0) {
          throw new IllegalStateException("legs are not " + legs);
        }
      }
    }

    record Herd(List<Animal> animals) implements Animal {}

    record Ghost() implements Animal {}
  }

  /** Not for the wire: a set has no order. */
  private record Bag(Set<Integer> content) {}

  @Test
  void aWrittenValueIsReadBack() {
    assertThat(decode(encode(HERD))).isEqualTo(HERD);
    assertThat(RecordCodec.decode(Colour.class, ByteBuffer.wrap(new byte[4])))
        .isEqualTo(Colour.GREEN);
    assertThat(RecordCodec.decode(byte[].class, ByteBuffer.wrap(new byte[] {0, 0, 0, 1, 9})))
        .containsExactly(9);
  }

  private record Stone(List<Integer> edges) implements Repeating {}

  private record Wall(List<Stone> stones) {}

  @Test
  void repeatedValuesAreWrittenOnce() {
    for (int different : new int[] {0, 1, 2, 256, 257, 1_000}) {
      var random = new SplittableRandom(different);
      var wall =
          new Wall(
              IntStream.range(0, different * 10)
                  .mapToObj(_ -> new Stone(List.of(random.nextInt(different), 7, 7, 7)))
                  .toList());
      byte[] bytes = RecordCodec.encode(Wall.class, wall);
      assertThat(RecordCodec.decode(Wall.class, ByteBuffer.wrap(bytes))).isEqualTo(wall);
      assertThat(bytes.length).as("%d different", different).isLessThan(61 * different + 9);
      for (int length = 0; length < bytes.length; length += 1 + different / 10) {
        byte[] shorter = Arrays.copyOf(bytes, length);
        assertThatIllegalArgumentException()
            .isThrownBy(() -> RecordCodec.decode(Wall.class, ByteBuffer.wrap(shorter)));
      }
    }
  }

  @Test
  void truncatedAndTooLongBytesAreRefused() {
    byte[] bytes = encode(HERD);

    for (int length = 0; length < bytes.length; length++) {
      byte[] shorter = Arrays.copyOf(bytes, length);
      assertThatIllegalArgumentException().as("%d bytes", length).isThrownBy(() -> decode(shorter));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .withMessage("1 bytes behind a Animal");
  }

  @Test
  void randomBytesAreRefusedOrAreAValue() {
    byte[] good = encode(HERD);
    for (long seed = 0; seed < 20_000; seed++) {
      var random = new SplittableRandom(seed);
      byte[] bytes = good.clone();
      if (seed % 2 == 0) {
        bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
      }
      for (int i = random.nextInt(5); i >= 0 && bytes.length > 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(4);
      }
      refusedOrRead(seed, bytes);
    }
  }

  private static void refusedOrRead(long seed, byte[] bytes) {
    try {
      assertThat(encode(decode(bytes))).as("seed %d", seed).hasSameSizeAs(bytes);
    } catch (IllegalArgumentException e) {
      assertThat(e).as("seed %d", seed).hasMessageNotContaining("null");
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  @Test
  void theMessageOfAConstructorIsPassedOn() {
    byte[] bytes = encode(CAT);
    bytes[4 + 4 + "Möhre".length() + 1] = -1;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> decode(bytes))
        .withMessageContaining("no Cat")
        .withMessageContaining("legs are not -");
  }

  @Test
  void nestingHasALimit() {
    ByteBuffer endless = ByteBuffer.allocate(800_000);
    while (endless.hasRemaining()) {
      endless.putInt(1);
    }

    assertThatIllegalArgumentException()
        .isThrownBy(() -> decode(endless.array()))
        .withMessage("more than 32 values in each other");
  }

  @Test
  void aFalseCountAllocatesNoMemory() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decode(new byte[] {0, 0, 0, 1, 0x7f, -1, -1, -1}))
        .withMessage("a count of 2147483647, but 0 bytes are left");
  }

  @Test
  void typesWithoutACodecAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.encode(Bag.class, new Bag(Set.of(1))))
        .withMessageContaining("is not for the wire");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.encode(Object.class, "text"))
        .withMessageContaining("is not for the wire");
  }

  private static byte[] encode(Animal animal) {
    return RecordCodec.encode(Animal.class, animal);
  }

  private static Animal decode(byte[] bytes) {
    return RecordCodec.decode(Animal.class, ByteBuffer.wrap(bytes));
  }
}
