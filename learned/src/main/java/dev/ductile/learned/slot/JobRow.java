package dev.ductile.learned.slot;

import java.util.OptionalInt;

/**
 * What a state says of a job.
 *
 * @param type the index of its type; absent if the network does not know it
 * @param slotsRun the slots in which it has run
 * @param remaining its remaining steps
 * @param share its dominant share by the tasks that it has in this slot
 */
public record JobRow(
    OptionalInt type, double slotsRun, double remaining, double share, int workers, int servers) {}
