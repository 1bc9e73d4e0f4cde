package dev.ductile.scenario.file;

import dev.ductile.text.Scalars;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** An option of sbatch, and its meaning for a job here. */
enum SlurmOption {
  JOB_NAME("J"),
  PARTITION("p"),
  NODES("N"),
  NTASKS("n"),
  NTASKS_PER_NODE,
  CPUS_PER_TASK("c"),
  MEM,
  MEM_PER_CPU,
  GRES,
  GPUS("G"),
  GPUS_PER_NODE,
  GPUS_PER_TASK,
  ARRAY("a"),
  DEPENDENCY("d"),
  PRIORITY,
  CHDIR("D"),
  REQUEUE(Use.FLAG),
  NO_REQUEUE(Use.FLAG),
  EXPORT(Use.IGNORED, "what the server gives its jobs is their environment"),
  OUTPUT(Use.IGNORED, "o", "the server keeps the output of each task"),
  ERROR(Use.IGNORED, "e", "the server keeps the output of each task"),
  OPEN_MODE(Use.IGNORED, "the server keeps the output of each task"),
  TIME(Use.IGNORED, "t", "jobs have no time limit here"),
  TIME_MIN(Use.IGNORED, "jobs have no time limit here"),
  MAIL_TYPE(Use.IGNORED, "a job file can have webhooks"),
  MAIL_USER(Use.IGNORED, "a job file can have webhooks"),
  ACCOUNT(Use.IGNORED, "A", "a job belongs to the user who submits it"),
  QOS(Use.IGNORED, "q", "the queue decides"),
  COMMENT(Use.IGNORED, "a job file can have labels"),
  SIGNAL(Use.IGNORED, "tasks get SIGTERM, and the grace of their program"),
  NICE(Use.IGNORED, "a job file can have a priority"),
  VERBOSE(Use.IGNORED_FLAG, "v", "it changes only the output of sbatch"),
  QUIET(Use.IGNORED_FLAG, "Q", "it changes only the output of sbatch"),
  PARSABLE(Use.IGNORED_FLAG, "it changes only the output of sbatch");

  private enum Use {
    VALUE,
    FLAG,
    IGNORED,
    IGNORED_FLAG
  }

  private final Use use;
  private final String letter;
  private final String remark;

  SlurmOption() {
    this(Use.VALUE, "", "");
  }

  SlurmOption(String letter) {
    this(Use.VALUE, letter, "");
  }

  SlurmOption(Use use) {
    this(use, "", "");
  }

  SlurmOption(Use use, String remark) {
    this(use, "", remark);
  }

  SlurmOption(Use use, String letter, String remark) {
    this.use = use;
    this.letter = letter;
    this.remark = remark;
  }

  /** The option of this name without its hyphens, in its long or short form. */
  static Optional<SlurmOption> of(String name) {
    return Arrays.stream(values())
        .filter(option -> option.word().equals(name) || option.letter.equals(name))
        .filter(_ -> !name.isEmpty())
        .findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(SlurmOption::word).toList();
  }

  String word() {
    return Scalars.word(this);
  }

  boolean hasValue() {
    return use == Use.VALUE || use == Use.IGNORED;
  }

  /** Why it has no effect; empty if it has one. */
  Optional<String> remark() {
    return use == Use.IGNORED || use == Use.IGNORED_FLAG ? Optional.of(remark) : Optional.empty();
  }
}
