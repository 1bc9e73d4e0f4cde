/** The policies of Capes et al., Workshop on Systems for ML at NeurIPS 2018. */
@NullMarked
package dev.ductile.policies.capes;

import org.jspecify.annotations.NullMarked;
