/** The schedulers of Elastic Parameter Server, which move single tasks between running jobs. */
@NullMarked
package dev.ductile.policies.eps;

import org.jspecify.annotations.NullMarked;
