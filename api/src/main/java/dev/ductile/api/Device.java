package dev.ductile.api;

/**
 * The accelerators of a node, or those that a job computes on.
 *
 * @param resource the resource that counts them, such as gpu or npu
 * @param type such as a100. Empty means: any type for a job, an unnamed type for a node
 */
public record Device(String resource, String type) {
  /** GPUs of any type. */
  public static final Device GPU = new Device(Resources.GPU, "");

  public Device {
    Names.require("device", resource);
    if (!type.isEmpty()) {
      Names.require("device type", type);
    }
  }

  /** Whether a job that asks for {@code wanted} can compute on these accelerators. */
  public boolean serves(Device wanted) {
    return wanted.type.isEmpty() || equals(wanted);
  }

  /** One accelerator as text for people: {@code GPU}, {@code npu}. */
  public String noun() {
    return resource.equals(Resources.GPU) ? "GPU" : resource;
  }

  /** Text for people: {@code gpu type a100}. */
  @Override
  public String toString() {
    return type.isEmpty() ? resource : resource + " type " + type;
  }
}
