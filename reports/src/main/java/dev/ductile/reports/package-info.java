/** Reports on runs: tables, files, plots and one page. */
@NullMarked
package dev.ductile.reports;

import org.jspecify.annotations.NullMarked;
