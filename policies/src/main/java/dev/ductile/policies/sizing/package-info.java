/** The toolkit for policies that decide the sizes of jobs. */
@NullMarked
package dev.ductile.policies.sizing;

import org.jspecify.annotations.NullMarked;
