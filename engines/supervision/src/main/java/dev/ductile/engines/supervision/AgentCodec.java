package dev.ductile.engines.supervision;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.ductile.api.Resources;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

/** Messages as frames: four bytes of length, and JSON. */
public final class AgentCodec {
  private static final int LONGEST_FRAME = 16 * 1024 * 1024;
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addMixIn(TaskEvent.class, Events.class)
          .addMixIn(Resources.class, Amounts.class)
          .build();

  private AgentCodec() {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = TaskEvent.Placed.class, name = "placed"),
    @JsonSubTypes.Type(value = TaskEvent.Replayed.class, name = "replayed"),
    @JsonSubTypes.Type(value = TaskEvent.Printed.class, name = "printed"),
    @JsonSubTypes.Type(value = TaskEvent.Line.class, name = "line"),
    @JsonSubTypes.Type(value = TaskEvent.Exited.class, name = "exited"),
    @JsonSubTypes.Type(value = TaskEvent.Gone.class, name = "gone"),
    @JsonSubTypes.Type(value = TaskEvent.Lost.class, name = "lost")
  })
  private interface Events {}

  private abstract static class Amounts {
    @JsonCreator
    static Resources of(Map<String, Double> amounts) {
      return Resources.of(amounts);
    }

    @JsonValue
    abstract Map<String, Double> amounts();
  }

  public static ByteBuffer encode(AgentMessage message) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(message);
    if (bytes.length > LONGEST_FRAME) {
      throw new IOException(
          "a message of %d bytes is longer than %d".formatted(bytes.length, LONGEST_FRAME));
    }
    return ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes).flip();
  }

  /** Waits for the next message. */
  public static AgentMessage read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST_FRAME) {
      throw new IOException(
          "a message of %d bytes is longer than %d".formatted(length, LONGEST_FRAME));
    }
    return JSON.readValue(in.readNBytes(length), AgentMessage.class);
  }
}
