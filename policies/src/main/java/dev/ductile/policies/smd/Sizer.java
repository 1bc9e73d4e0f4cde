package dev.ductile.policies.smd;

import dev.ductile.api.Size;
import java.util.Optional;

/** A rule for the size of one job by itself: the inner problem (Problem 6). */
@FunctionalInterface
interface Sizer {
  /** The size for the job; empty if none is allowed. */
  Optional<Size> size(Allowance allowance);
}
