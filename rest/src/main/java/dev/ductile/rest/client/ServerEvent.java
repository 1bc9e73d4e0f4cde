package dev.ductile.rest.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.rest.Json;

/**
 * One event of a server.
 *
 * @param name such as cluster, job or decision
 * @param id of the event; empty if it has none
 */
public record ServerEvent(String name, String id, String data) {
  /** The document of the event. */
  public <T> T as(Class<T> type) {
    try {
      return Json.MAPPER.readValue(data, type);
    } catch (JsonProcessingException unusable) {
      throw new UnusableAnswerException(
          "an event %s is not of a Ductile server of this version".formatted(name), unusable);
    }
  }
}
