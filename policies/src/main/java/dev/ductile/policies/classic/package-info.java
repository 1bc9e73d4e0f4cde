/** The policies of textbooks and of early papers: one order of a queue each. */
@NullMarked
package dev.ductile.policies.classic;

import org.jspecify.annotations.NullMarked;
