/** The file from which a restarted master continues a job. */
@NullMarked
package dev.ductile.runtime.master.journal;

import org.jspecify.annotations.NullMarked;
