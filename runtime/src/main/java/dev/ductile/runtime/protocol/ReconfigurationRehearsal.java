package dev.ductile.runtime.protocol;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Encodes and decodes the messages of a reconfiguration once, so that a new task has their classes
 * loaded and linked before other tasks wait for it.
 */
public final class ReconfigurationRehearsal {
  private ReconfigurationRehearsal() {}

  /** For a task that has been welcomed. */
  public static void run(Member member) {
    var state =
        new TaskState(
            1,
            1,
            List.of(new TaskState.HeldReplica(0, 1, true)),
            List.of(new TaskState.HeldSplit(0, 1, true)),
            List.of(new TaskState.Cursor(0, 1, 1)));
    var table =
        new AssignmentTable(List.of(new AssignmentTable.ReplicaHolders(1, List.of(2))), List.of(1));
    var commit = new TaskMessage.Start.Commit();
    List<TaskMessage> asked =
        List.of(
            new TaskMessage.Halt(1, 1),
            new TaskMessage.Assign(
                1, 1, commit, List.of(member), table, List.of(1), state.cursors()),
            new TaskMessage.Resume(1));
    List<MasterMessage> answers =
        List.of(
            new MasterMessage.Halted(1, state, Optional.of(new MasterMessage.Idle(1, true))),
            new MasterMessage.Ready(1));
    asked.forEach(message -> TaskMessage.decode(ByteBuffer.wrap(message.encode())));
    answers.forEach(message -> MasterMessage.decode(ByteBuffer.wrap(message.encode())));
  }
}
