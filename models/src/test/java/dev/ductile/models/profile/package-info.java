@NullMarked
package dev.ductile.models.profile;

import org.jspecify.annotations.NullMarked;
