/** Policies that compute equal shares by progressive filling. */
@NullMarked
package dev.ductile.policies.fair;

import org.jspecify.annotations.NullMarked;
