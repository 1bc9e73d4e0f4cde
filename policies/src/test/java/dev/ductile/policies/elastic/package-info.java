@NullMarked
package dev.ductile.policies.elastic;

import org.jspecify.annotations.NullMarked;
