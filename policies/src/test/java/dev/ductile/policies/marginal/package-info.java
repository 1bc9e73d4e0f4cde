@NullMarked
package dev.ductile.policies.marginal;

import org.jspecify.annotations.NullMarked;
