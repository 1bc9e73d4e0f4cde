/** Tests that messages between the processes of a job are read as they were written. */
@NullMarked
package dev.ductile.runtime.protocol;

import org.jspecify.annotations.NullMarked;
