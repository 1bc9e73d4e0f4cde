/** The schedulers of Elastic Parameter Server: tasks are taken from running jobs and given. */
@NullMarked
package dev.ductile.policies.eps;

import org.jspecify.annotations.NullMarked;
