package dev.ductile.learned.safety;

/**
 * The reward of one slot.
 *
 * @param earned the measured reward under the policy that acted
 * @param ofTeacher the reward that the teacher's plan would have earned by the speeds of the jobs
 * @param ofCandidate the same for the plan of the policy in shadow
 */
record SlotReward(double earned, double ofTeacher, double ofCandidate) {}
