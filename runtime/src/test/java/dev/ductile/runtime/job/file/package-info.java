@NullMarked
package dev.ductile.runtime.job.file;

import org.jspecify.annotations.NullMarked;
