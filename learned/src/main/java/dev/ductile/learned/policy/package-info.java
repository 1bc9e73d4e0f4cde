/** What learned policies have in common: the shape, the form and the files of their models. */
@NullMarked
package dev.ductile.learned.policy;

import org.jspecify.annotations.NullMarked;
