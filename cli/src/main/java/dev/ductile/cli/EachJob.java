package dev.ductile.cli;

import dev.ductile.rest.client.ProblemException;
import java.util.List;
import java.util.function.Consumer;

/** A command for several jobs. A job that the server refuses does not stop the others. */
record EachJob(List<String> jobs, Console console) {
  /**
   * Sends the command for each job.
   *
   * @param done the word for the note about a success
   * @return the exit status of the first refusal
   */
  int send(Consumer<String> command, String done) {
    int status = ExitStatus.OK;
    for (String job : jobs) {
      try {
        command.accept(job);
        console.note("%s %s".formatted(done, job));
      } catch (ProblemException refused) {
        Output.say("ductile: " + refused.getMessage());
        status = status == ExitStatus.OK ? ExitStatus.of(refused.problem()) : status;
      }
    }
    return status;
  }
}
