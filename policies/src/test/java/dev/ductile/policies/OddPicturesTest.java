package dev.ductile.policies;

import dev.ductile.api.Policy;
import dev.ductile.contracts.PictureContract;
import java.util.Map;
import java.util.function.Supplier;

/** Every policy that is installed, with every placement, on pictures at the edge of what can be. */
final class OddPicturesTest extends PictureContract {
  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return new InstalledPoliciesTest().policies();
  }
}
