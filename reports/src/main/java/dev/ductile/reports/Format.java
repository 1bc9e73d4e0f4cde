package dev.ductile.reports;

import dev.ductile.simulator.Results;

/** Output formats of results, for people and for programs. */
public enum Format {
  /** Aligned columns, one line for each policy. */
  TABLE {
    @Override
    public String write(Results results, int width) {
      return Overview.of(results, width);
    }
  },
  JSON {
    @Override
    public String write(Results results, int width) {
      return new OutputDocument(ResultsDocument.of(results)).json();
    }
  },
  YAML {
    @Override
    public String write(Results results, int width) {
      return new OutputDocument(ResultsDocument.of(results)).yaml();
    }
  },
  /** One line for each run. */
  CSV {
    @Override
    public String write(Results results, int width) {
      return Spreadsheets.runs(results);
    }
  };

  /** The results with a line for each row of a table. */
  public String write(Results results) {
    return write(results, TextTable.UNLIMITED);
  }

  /** The results; a table fits a terminal of this width. */
  public abstract String write(Results results, int width);
}
