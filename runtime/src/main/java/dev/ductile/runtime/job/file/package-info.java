/** Jobs as people write them: YAML, and for every mistake one line that says where and what. */
@NullMarked
package dev.ductile.runtime.job.file;

import org.jspecify.annotations.NullMarked;
