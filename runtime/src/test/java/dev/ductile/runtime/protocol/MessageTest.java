package dev.ductile.runtime.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.runtime.transport.RecordCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of the control messages, over made-up ones of every type. */
@Timeout(30)
class MessageTest {
  private static final int SEEDS = 20;

  static Stream<Class<?>> types() {
    return Stream.of(MasterMessage.class, TaskMessage.class).flatMap(MessageTest::records);
  }

  private static Stream<Class<?>> records(Class<?> family) {
    return Arrays.stream(family.getPermittedSubclasses())
        .flatMap(type -> type.isSealed() ? records(type) : Stream.of(type));
  }

  private static Object some(Class<?> type, long seed) {
    return new RandomMessages(seed).of(type);
  }

  private static Class<?> family(Class<?> type) {
    return MasterMessage.class.isAssignableFrom(type) ? MasterMessage.class : TaskMessage.class;
  }

  private static byte[] encode(Object message) {
    return RecordCodec.encode(family(message.getClass()), message);
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyMessageIsReadAsItWasWritten(Class<?> type) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Object message = some(type, seed);

      assertThat(RecordCodec.decode(family(type), ByteBuffer.wrap(encode(message))))
          .as("seed %d", seed)
          .isEqualTo(message);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void truncatedMessagesAreRefused(Class<?> type) {
    for (long seed = 0; seed < SEEDS; seed++) {
      byte[] bytes = encode(some(type, seed));
      ByteBuffer part = ByteBuffer.wrap(bytes, 0, (int) (seed % bytes.length));

      assertThatIllegalArgumentException()
          .as("seed %d", seed)
          .isThrownBy(() -> RecordCodec.decode(family(type), part));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void garbledMessagesAreRefusedOrAreOtherMessages(Class<?> type) {
    for (long seed = 0; seed < 10 * SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      byte[] bytes = encode(some(type, seed % SEEDS));
      for (int i = 0; i <= random.nextInt(3); i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(encode(RecordCodec.decode(family(type), ByteBuffer.wrap(bytes))))
            .as("seed %d", seed)
            .isNotEmpty();
      } catch (IllegalArgumentException e) {
        assertThat(e).as("seed %d", seed).hasMessageNotContaining("null");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
