/** Files that are whole or not there, and the lock of a job's folder. */
@org.jspecify.annotations.NullMarked
package dev.ductile.runtime.disk;
