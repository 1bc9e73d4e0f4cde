@NullMarked
package dev.ductile.policies.smd;

import org.jspecify.annotations.NullMarked;
