/**
 * Measured times of networks: of the layers of named networks, and of the phases of a running job.
 */
@NullMarked
package dev.ductile.models.profile;

import org.jspecify.annotations.NullMarked;
