package dev.ductile.history;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.api.Event;
import dev.ductile.api.Utility;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.scenario.UnreadNote;
import java.io.IOException;
import java.util.List;

/**
 * Events as JSON. An event is written by the components of its record, so a new kind of event needs
 * no line here. An event that is read equals the one that was written.
 */
public final class EventCodec {
  private static final TypeReference<List<Event>> EVENTS = new TypeReference<>() {};

  private final ObjectMapper mapper;
  private final NoteFormat notes;

  /**
   * A codec.
   *
   * @param catalog knows the speed models and the notes of policies that were written
   */
  public EventCodec(Catalog catalog) {
    notes = catalog.notes();
    mapper =
        RecordMapper.of(
            ValueTypes.module(catalog), ValueTypes.ABSENT, List.of(Event.class, Utility.class));
  }

  public byte[] write(List<Event> events) throws IOException {
    return mapper.writerFor(EVENTS).writeValueAsBytes(events);
  }

  public List<Event> read(byte[] json) throws IOException {
    List<Event> events = mapper.readerFor(EVENTS).readValue(json);
    return events.stream().map(this::understood).toList();
  }

  /** A note is read once it is known which policy wrote it. */
  private Event understood(Event event) {
    return event instanceof Event.Noted noted && noted.note() instanceof UnreadNote unread
        ? new Event.Noted(
            noted.at(), noted.job(), noted.policy(), notes.read(noted.policy(), unread.written()))
        : event;
  }
}
