/** The policies of Capes et al., arXiv 1908.08082, 2019. */
@NullMarked
package dev.ductile.policies.capes;

import org.jspecify.annotations.NullMarked;
