@NullMarked
package dev.ductile.policies.lin;

import org.jspecify.annotations.NullMarked;
