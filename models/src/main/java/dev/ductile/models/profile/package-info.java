/** What was measured of how a network trains: the times of its phases and of its layers. */
@NullMarked
package dev.ductile.models.profile;

import org.jspecify.annotations.NullMarked;
