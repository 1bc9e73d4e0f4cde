package dev.ductile.api;

/** The installed policies. */
public interface Policies {
  /** No installed policies. */
  Policies NONE =
      new Policies() {
        @Override
        public boolean has(String name) {
          return false;
        }

        @Override
        public Policy policy(String line, PolicyContext context) {
          throw new IllegalArgumentException(
              "there is no policy \"%s\": no other policies are installed here".formatted(line));
        }
      };

  boolean has(String name);

  /**
   * The policy of a line: the name, followed by settings that differ from the defaults, as in
   * {@code marginal urgency=0.5 inertia=1}.
   */
  Policy policy(String line, PolicyContext context);
}
