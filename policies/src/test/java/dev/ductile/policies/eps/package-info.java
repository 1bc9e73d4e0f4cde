@NullMarked
package dev.ductile.policies.eps;

import org.jspecify.annotations.NullMarked;
