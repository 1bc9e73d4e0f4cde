package dev.ductile.learned.training;

import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.ImitationLoss;

/**
 * How a policy network learns from the plans of a teacher.
 *
 * @param loss the loss of an inference
 * @param order the order in which the tasks of a teacher's plan are taught
 * @param single the probability with which one task is taught where a job needs a worker and a
 *     server, so that reinforcement explores single tasks
 * @param corrected the share of the episodes in which the model acts and the teacher corrects it
 * @param passes the passes over all lessons so far after each episode
 * @param rate the learning rate
 * @param batch the inferences of one step
 * @param smoothing the probability with which any legal action is taught in place of the teacher's,
 *     so that reinforcement explores more
 */
public record ImitationSettings(
    ImitationLoss loss,
    TaskOrder order,
    double single,
    double corrected,
    int passes,
    double rate,
    int batch,
    double smoothing) {
  /** A learning rate below that of DL2, because the lessons here are seen more often. */
  static final ImitationSettings DEFAULTS =
      new ImitationSettings(
          ImitationLoss.CROSS_ENTROPY, TaskOrder.SHARE, 0.4, 0.5, 2, 0.001, 256, 0);

  public ImitationSettings {
    SettingRange.requireShare("single", single);
    SettingRange.requireShare("corrected", corrected);
    SettingRange.requireAbove("passes", passes);
    SettingRange.requireRate("rate", rate);
    SettingRange.requireAbove("batch", batch);
    SettingRange.requireShare("smoothing", smoothing);
  }

  Teaching teaching() {
    return new Teaching(order, single);
  }

  Imitation imitation() {
    return new Imitation(loss, Adam.withRate(rate), batch, smoothing);
  }
}
