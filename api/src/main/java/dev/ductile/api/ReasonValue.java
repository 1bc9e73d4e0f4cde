package dev.ductile.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The names of values in reasons. A name has the same meaning in every reason, so a program can use
 * the value without reading the sentence. Policies of other authors may use further names.
 */
public enum ReasonValue {
  SIZE(Type.SIZE, "size that the job has by this plan"),
  RESOURCES(Type.RESOURCES, "resources that the job has by this plan"),
  ALLOCATION(Type.ALLOCATION, "tasks that the job has by this plan, on each node"),
  NODE(Type.NAME, "the node that has all tasks of the job"),
  DRAINED_NODE(Type.NAME, "a drained node that the job must leave"),
  NODES(Type.COUNT, "nodes that the job has tasks on"),
  PROTECTED_FOR(Type.SECONDS, "time until the job may be changed again"),

  WANTED(Type.SIZE, "size that the policy chose for the job"),
  ASKED(Type.SIZE, "allowed size that is nearest to the present one, which is not allowed"),
  LEAST(Type.SIZE, "least size of the job"),
  NEED(Type.RESOURCES, "resources that the job needs and cannot have"),
  FREE(Type.RESOURCES, "free amount of each resource that is short, after this plan"),
  LARGEST_FREE(Type.RESOURCES, "the most that one node has free of each resource that is short"),
  TOTAL(Type.RESOURCES, "amount of each short resource on the nodes that the job may use"),
  LIMIT(Type.RESOURCES, "the job's limit of each resource whose need exceeds the limit"),
  ALSO_SHORT(Type.TEXT, "further short resources; their amounts are in the values before it"),
  CLUSTER_NODES(Type.COUNT, "nodes of the cluster"),
  REQUIREMENT(Type.TEXT, "device type and labels that the job requires of its nodes"),
  ELIGIBLE_NODES(Type.COUNT, "nodes of the cluster that meet the requirement"),
  NEXT_SIZE(Type.SIZE, "the next larger size"),
  GROWTH(Type.GROUP, "need and shortage of the tasks of the next larger size"),
  STEP(Type.SIZE, "tasks that the next larger size adds"),

  POSITION(Type.COUNT, "position in the queue, counted from 1"),
  AHEAD(Type.COUNT, "jobs before this one in the queue"),
  CRITERION(Type.TEXT, "quantity that orders the queue"),
  BLOCKER(Type.NAME, "the job that no job behind it may pass"),
  BLOCKER_SHORTAGE(Type.GROUP, "need and shortage of the blocker"),
  QUEUE(Type.NAME, "queue of the job"),
  OWNER(Type.NAME, "owner of the job, if the quota is that of each owner"),
  USED(Type.RESOURCES, "resources that the queue, or the owner in it, uses"),
  QUOTA(Type.RESOURCES, "quota of the queue, or of each owner in it"),
  SHARE(Type.RESOURCES, "resources to which the queue is entitled now"),
  QUEUE_USE(Type.RESOURCES, "resources that the queue has by this plan"),
  HOLDER(Type.NAME, "the job that holds most of the resource that is short, by this plan"),
  MORE_HOLDERS(Type.COUNT, "further jobs that hold some of it"),
  TAKER(Type.NAME, "job of higher priority in the same queue that takes the resources"),
  LOST_TIME(Type.SECONDS, "training time that the job may lose by the change on each device"),
  LOST_DEVICES(Type.COUNT, "devices on which the job may lose that time"),
  CHANGES(Type.COUNT, "changes of the job within the period"),
  PERIOD(Type.SECONDS, "time in which changes of a job are counted"),
  RETURNS(Type.COUNT, "returns of the job to an allocation of before within the period"),
  ALTERNATIVES(Type.TEXT, "sizes, or places, between which the job alternates"),
  COOLS_FOR(Type.SECONDS, "time until the job is changed again"),
  AWAITED(Type.NAME, "job that must end before this one may start"),
  AWAITED_JOBS(Type.COUNT, "jobs that must end before this one may start"),
  GANG(Type.NAME, "gang of the job"),
  GANG_SIZE(Type.COUNT, "jobs of the gang"),
  GANG_SUBMITTED(Type.COUNT, "jobs of the gang that are submitted"),
  GANG_MEMBER(Type.NAME, "job of the gang that cannot start"),
  MEMBER_REASON(Type.GROUP, "values of the reason why that job cannot start"),
  VIOLATION(Type.TEXT, "rule that a dropped grant breaks"),

  SUBMITTED_AGO(Type.SECONDS, "time since the job was submitted"),
  TOTAL_TIME(Type.SECONDS, "training time of the whole job at the size that it asks for"),
  REMAINING(Type.SECONDS, "time until the job ends"),
  REMAINING_SERVICE(Type.SECONDS, "device-seconds until the job ends"),
  SERVICE(Type.SECONDS, "device-seconds that the job has attained"),
  LEVEL(Type.COUNT, "queue of the job by attained service, counted from 1"),
  LEVELS(Type.COUNT, "queues by attained service"),
  TASKS(Type.COUNT, "tasks of the size"),
  PACKING_SCORE(Type.NUMBER, "fit less the weighted remaining time"),
  FIT(Type.NUMBER, "product of needed and free parts of the cluster, summed over resources"),
  REMAINING_COST(Type.NUMBER, "part of the packing score that the remaining time subtracts"),

  GAIN(Type.SECONDS, "time that the step would save, per unit"),
  GAIN_AT(Type.SIZE, "size before that step"),
  PER(Type.TEXT, "unit that a gain is counted for"),
  RIVAL(Type.NAME, "job that comes before this one"),
  RIVAL_GAIN(Type.SECONDS, "time that the rival saves by its last step, per unit"),
  RIVAL_PER(Type.TEXT, "unit that the rival's gain is counted for"),
  RANK(Type.SECONDS, "value of the criterion of this job"),
  RIVAL_RANK(Type.SECONDS, "value of the criterion of the rival"),
  GAMMA(Type.NUMBER, "exponent of progress: the more steps a job has done, the later it ranks"),

  DOMINANT_SHARE(Type.NUMBER, "part of the cluster of the resource that the job uses most of"),
  WEIGHT(Type.NUMBER, "weight of the job's share"),
  SHARERS(Type.COUNT, "jobs that have a share"),

  KNEE_TASKS(Type.COUNT, "tasks at the knee"),
  NEXT_SAVING(Type.NUMBER, "part of its time that the next task would save"),
  LAST_SAVING(Type.NUMBER, "part of its time that the last task saves"),
  ALPHA(Type.NUMBER, "least part of its time that a task must save"),
  TIME_OVER_EFFICIENCY(Type.SECONDS, "remaining time divided by efficiency"),
  NEXT_TIME_OVER_EFFICIENCY(Type.SECONDS, "the same at the size beside it"),
  NEXT_TASKS(Type.COUNT, "tasks of the size beside it"),
  MORE_TASKS(Type.COUNT, "tasks beyond those of the rule, which were left over"),
  CHUNK(Type.COUNT, "chunk in whose queue the job is, counted from 1"),
  CHUNK_DEVICES(Type.COUNT, "devices of a chunk"),
  MOST_WORKERS(Type.COUNT, "workers up to which each job is filled"),

  TRAINING(Type.COUNT, "jobs past their early feedback"),
  THRESHOLD(Type.COUNT, "jobs in the training phase above which no job starts"),
  MASTER_UNITS(Type.COUNT, "worker's needs reserved for the job's application master"),
  MISSING(Type.SIZE, "tasks of the request for which too little is free"),
  OBTAINABLE(Type.SIZE, "of these, tasks that running jobs could give"),
  SHORT_BY(Type.SIZE, "of these, tasks that no running job could give"),
  GIVERS(Type.COUNT, "jobs that give tasks to this one"),
  GIVEN(Type.SIZE, "tasks that they give to it"),
  HAD(Type.SIZE, "size before this plan"),
  GIVES(Type.SIZE, "tasks that this job gives to others"),
  ADDABLE(Type.SIZE, "tasks that are free to be added to running jobs"),
  NEW_SIZE(Type.SIZE, "size that was tried or is to be tried"),
  NEW_STEPS_PER_SECOND(Type.NUMBER, "speed at the tried size"),
  OLD_STEPS_PER_SECOND(Type.NUMBER, "speed before that"),

  RESERVED(Type.SIZE, "size reserved while the job tries sizes"),
  TRIES_FOR(Type.SECONDS, "time until the next size is tried"),
  TRIAL(Type.COUNT, "size that is tried, counted from 1"),
  TRIALS(Type.COUNT, "sizes that the job tries"),

  WORTH(Type.NUMBER, "utility of the job at the size"),
  ONE_MORE_WORKER(Type.GROUP, "effect of one more worker"),
  ONE_MORE_SERVER(Type.GROUP, "effect of one more server"),
  SAVES(Type.SECONDS, "time that it saves"),
  TAKES(Type.SECONDS, "additional time that the job takes"),
  KEPT_UTILITY(Type.NUMBER, "least part of its utility that a smaller size must keep"),
  CHARGE(Type.RESOURCES, "resources that the job would be charged and that are too few"),
  CAPACITY(Type.RESOURCES, "amount that the policy divides among the jobs of this priority"),
  WORTH_PER_SHARE(Type.NUMBER, "utility for each hundredth of the capacity"),
  LEAST_WORTH_PER_SHARE(Type.NUMBER, "least of that among admitted jobs"),

  POLICY(Type.TEXT, "candidate policy that the plan is from"),
  INSTEAD(Type.ALLOCATION, "tasks that this policy alone would give, on each node"),
  BASE(Type.TEXT, "policy that the futures are compared with"),
  EARLIER(Type.SECONDS, "time by which jobs end earlier than under the base"),
  MORE_UTILITY(Type.NUMBER, "utility beyond that under the base"),

  PROBABILITY(Type.NUMBER, "probability that the network gives the action"),
  ALTERNATIVE(Type.TEXT, "the most probable other action"),
  ALTERNATIVE_PROBABILITY(Type.NUMBER, "probability that the network gives the other action");

  /** The type of a value. Times are seconds; an unknown or infinite number is null. */
  public enum Type {
    COUNT("a whole number"),
    NUMBER("a number"),
    SECONDS("a number of seconds"),
    TEXT("a string"),
    NAME("a string"),
    SIZE("{workers, servers}"),
    RESOURCES("an amount by resource, memory in bytes"),
    ALLOCATION("a size by node"),
    GROUP("named values");

    private final String form;

    Type(String form) {
      this.form = form;
    }

    public String form() {
      return form;
    }

    boolean accepts(Object value) {
      return switch (this) {
        case COUNT -> value instanceof Long;
        case NUMBER, SECONDS -> value instanceof Double;
        case TEXT, NAME -> value instanceof String;
        case SIZE -> value instanceof Size;
        case RESOURCES -> value instanceof Map<?, ?> map && areAmounts(map);
        case ALLOCATION -> value instanceof Allocation;
        case GROUP -> value instanceof Map<?, ?>;
      };
    }

    private static boolean areAmounts(Map<?, ?> map) {
      return map.values().stream().allMatch(Double.class::isInstance);
    }
  }

  private static final Map<String, ReasonValue> BY_KEY =
      Arrays.stream(values()).collect(Collectors.toMap(ReasonValue::key, Function.identity()));

  private final Type type;
  private final String meaning;

  ReasonValue(Type type, String meaning) {
    this.type = type;
    this.meaning = meaning;
  }

  /** The value of this name, if it is one of the list. */
  public static Optional<ReasonValue> of(String key) {
    return Optional.ofNullable(BY_KEY.get(key));
  }

  /** The name in templates and in JSON: {@code blockerShortage}. */
  public String key() {
    var key = new StringBuilder();
    for (String word : name().split("_", -1)) {
      key.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return key.substring(0, 1).toLowerCase(Locale.ROOT) + key.substring(1);
  }

  public Type type() {
    return type;
  }

  public String meaning() {
    return meaning;
  }

  /** Whether a value of {@link Reason#values} has the type of this name. */
  public boolean accepts(Object value) {
    return type.accepts(value);
  }
}
