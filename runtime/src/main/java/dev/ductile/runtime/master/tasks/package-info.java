/**
 * The master's knowledge of tasks: present, absent and suspected ones, and transfers between them.
 */
@NullMarked
package dev.ductile.runtime.master.tasks;

import org.jspecify.annotations.NullMarked;
