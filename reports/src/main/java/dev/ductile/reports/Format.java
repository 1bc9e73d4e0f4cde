package dev.ductile.reports;

import dev.ductile.simulator.Results;

/** Output formats of results, for people and for programs. */
public enum Format {
  /** Aligned columns, one line for each policy. */
  TABLE {
    @Override
    public String write(Results results) {
      return Overview.of(results);
    }
  },
  JSON {
    @Override
    public String write(Results results) {
      return new OutputDocument(ResultsDocument.of(results)).json();
    }
  },
  YAML {
    @Override
    public String write(Results results) {
      return new OutputDocument(ResultsDocument.of(results)).yaml();
    }
  },
  /** One line for each run. */
  CSV {
    @Override
    public String write(Results results) {
      return Spreadsheets.runs(results);
    }
  };

  public abstract String write(Results results);
}
