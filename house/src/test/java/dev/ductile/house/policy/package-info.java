/** The policies of docs/how-to/write-a-policy.md, compiled as a user compiles them. */
@NullMarked
package dev.ductile.house.policy;

import org.jspecify.annotations.NullMarked;
