@NullMarked
package dev.ductile.policies.sizing;

import org.jspecify.annotations.NullMarked;
