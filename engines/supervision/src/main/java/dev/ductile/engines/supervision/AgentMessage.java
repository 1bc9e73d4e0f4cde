package dev.ductile.engines.supervision;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** The messages between a node agent, which owns tasks, and its client, the launcher. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentMessage.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = AgentMessage.Start.class, name = "start"),
  @JsonSubTypes.Type(value = AgentMessage.Signal.class, name = "signal"),
  @JsonSubTypes.Type(value = AgentMessage.Follow.class, name = "follow"),
  @JsonSubTypes.Type(value = AgentMessage.ListTasks.class, name = "list"),
  @JsonSubTypes.Type(value = AgentMessage.Tasks.class, name = "tasks"),
  @JsonSubTypes.Type(value = AgentMessage.Happened.class, name = "happened"),
  @JsonSubTypes.Type(value = AgentMessage.Note.class, name = "note"),
  @JsonSubTypes.Type(value = AgentMessage.Replaced.class, name = "replaced"),
  @JsonSubTypes.Type(value = AgentMessage.Alive.class, name = "alive"),
  @JsonSubTypes.Type(value = AgentMessage.Measured.class, name = "measured")
})
public sealed interface AgentMessage {
  /** The agent's first message. */
  record Hello(int version, long agent) implements AgentMessage {
    /** Incremented with every change of these messages. */
    public static final int VERSION = 5;

    /** An agent of this version sends no measurements, and is understood all the same. */
    public static final int OLDEST = 4;
  }

  record Start(List<TaskSpec> specs) implements AgentMessage {}

  record Signal(TaskId task, TaskSignal signal) implements AgentMessage {}

  record Follow(TaskId task) implements AgentMessage {}

  record ListTasks() implements AgentMessage {}

  /** The answer to {@link ListTasks}. */
  record Tasks(List<DurableLauncher.Found> found) implements AgentMessage {}

  record Happened(TaskEvent event) implements AgentMessage {}

  /** A line for operators. */
  record Note(String text) implements AgentMessage {}

  /** The agent sends this about once a second. */
  record Alive() implements AgentMessage {}

  /** The use of all tasks that are not forgotten; sent to a new client, and every 10 s. */
  record Measured(List<TaskUse> uses) implements AgentMessage {}

  /** The last message of the agent to a client: another client has connected. */
  record Replaced() implements AgentMessage {}
}
