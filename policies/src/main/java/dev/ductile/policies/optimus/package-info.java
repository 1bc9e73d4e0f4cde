/** The policy of Peng et al., EuroSys 2018. */
@NullMarked
package dev.ductile.policies.optimus;

import org.jspecify.annotations.NullMarked;
