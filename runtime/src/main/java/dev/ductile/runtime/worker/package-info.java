/** Workers: their examples, their requests to servers, and the storage of their splits. */
@NullMarked
package dev.ductile.runtime.worker;

import org.jspecify.annotations.NullMarked;
