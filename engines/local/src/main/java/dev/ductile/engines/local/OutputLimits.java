package dev.ductile.engines.local;

import dev.ductile.engines.supervision.Settings;

/**
 * Limits of the output of one task.
 *
 * @param lineBytes the part of a line that is read
 * @param logBytes the output that is kept, in two files
 */
record OutputLimits(int lineBytes, long logBytes) {
  static OutputLimits of(Settings settings) {
    return new OutputLimits(settings.limits().lineBytes(), settings.limits().logBytes());
  }
}
