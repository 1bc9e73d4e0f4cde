@NullMarked
package dev.ductile.policies.capes;

import org.jspecify.annotations.NullMarked;
