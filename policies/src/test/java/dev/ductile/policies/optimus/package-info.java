@NullMarked
package dev.ductile.policies.optimus;

import org.jspecify.annotations.NullMarked;
