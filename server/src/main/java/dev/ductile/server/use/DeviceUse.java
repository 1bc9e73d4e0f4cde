package dev.ductile.server.use;

/**
 * The devices that a job has really used.
 *
 * @param used the devices that it kept busy, times seconds
 * @param measured the devices that it held, times seconds, while its use was measured
 */
public record DeviceUse(double used, double measured) {
  static final DeviceUse NONE = new DeviceUse(0, 0);

  DeviceUse plus(double moreUsed, double moreMeasured) {
    return new DeviceUse(used + moreUsed, measured + moreMeasured);
  }
}
