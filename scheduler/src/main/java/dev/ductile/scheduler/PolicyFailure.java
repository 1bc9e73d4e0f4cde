package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Reason;
import java.time.Duration;

/** A policy threw an exception or exceeded the limit of a decision. The message is one line. */
public final class PolicyFailure extends RuntimeException {
  private PolicyFailure(String message, Throwable cause) {
    super(message, cause);
  }

  static PolicyFailure threw(String policy, Cluster cluster, Throwable cause) {
    return new PolicyFailure(
        "policy %s failed on a picture of %s: %s, %s"
            .formatted(policy, text(cluster), line(cause), place(cause.getStackTrace())),
        cause);
  }

  static PolicyFailure late(
      String policy, Cluster cluster, Duration limit, StackTraceElement[] trace) {
    return new PolicyFailure(
        "policy %s has not decided on a picture of %s within %s, the limit of a decision; it is %s"
            .formatted(policy, text(cluster), Reason.text(limit), place(trace)),
        new IllegalStateException("the limit of a decision"));
  }

  /** The message of a failure; of one without a message its type and place. */
  static String text(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? "%s, %s".formatted(line(failure), place(failure.getStackTrace()))
        : message;
  }

  private static String text(Cluster cluster) {
    return "%s and %s"
        .formatted(
            Reason.count(cluster.jobs().size(), "job"),
            Reason.count(cluster.nodes().count(), "node"));
  }

  private static String line(Throwable cause) {
    return cause.toString().replaceAll("\\p{Cntrl}+", " ").strip();
  }

  /** The innermost call outside of the JDK. */
  private static String place(StackTraceElement[] trace) {
    for (StackTraceElement call : trace) {
      if (!call.getClassName().startsWith("java.")) {
        return "at " + call;
      }
    }
    return "at an unknown place";
  }
}
