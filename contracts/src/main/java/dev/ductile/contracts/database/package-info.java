/** Database servers for tests. */
@NullMarked
package dev.ductile.contracts.database;

import org.jspecify.annotations.NullMarked;
