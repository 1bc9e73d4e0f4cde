package dev.ductile.policies;

import dev.ductile.api.Policy;
import dev.ductile.contracts.PictureContract;
import java.util.Map;
import java.util.function.Supplier;

/** Every installed policy, with every placement, on extreme pictures. */
final class OddPicturesTest extends PictureContract {
  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return new InstalledPoliciesTest().policies();
  }
}
