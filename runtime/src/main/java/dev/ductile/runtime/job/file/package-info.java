/** Job files: the records that they are read into, their forms, and their schema. */
@NullMarked
package dev.ductile.runtime.job.file;

import org.jspecify.annotations.NullMarked;
