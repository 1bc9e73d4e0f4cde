package dev.ductile.runtime.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
    return Arrays.stream(Message.class.getPermittedSubclasses());
  }

  private static Message some(Class<?> type, long seed) {
    return (Message) new Anything(seed).of(type);
  }

  @ParameterizedTest
  @MethodSource("types")
  void what_is_said_is_heard(Class<?> type) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Message message = some(type, seed);

      assertThat(Message.decode(ByteBuffer.wrap(message.encode())))
          .as("seed %d", seed)
          .isEqualTo(message);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void what_is_cut_short_is_refused(Class<?> type) {
    for (long seed = 0; seed < SEEDS; seed++) {
      byte[] bytes = some(type, seed).encode();
      ByteBuffer part = ByteBuffer.wrap(bytes, 0, (int) (seed % bytes.length));

      assertThatIllegalArgumentException()
          .as("seed %d", seed)
          .isThrownBy(() -> Message.decode(part));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void what_is_garbled_is_refused_or_is_another_message(Class<?> type) {
    for (long seed = 0; seed < 10 * SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      byte[] bytes = some(type, seed % SEEDS).encode();
      for (int i = 0; i <= random.nextInt(3); i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(Message.decode(ByteBuffer.wrap(bytes)).encode())
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
