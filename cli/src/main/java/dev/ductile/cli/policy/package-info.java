/** The folder that a user begins a policy of their own with. */
@NullMarked
package dev.ductile.cli.policy;

import org.jspecify.annotations.NullMarked;
