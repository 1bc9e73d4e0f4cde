/** The policies of docs/how-to/write-a-policy.md, which use only the public types. */
@NullMarked
package dev.ductile.house.policy;

import org.jspecify.annotations.NullMarked;
