/** Tests of the baselines of Peng et al. (DL2), arXiv 1909.06040, Section 6.2. */
@NullMarked
package dev.ductile.policies.dl2;

import org.jspecify.annotations.NullMarked;
