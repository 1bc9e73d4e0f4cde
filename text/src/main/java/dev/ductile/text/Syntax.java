package dev.ductile.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import org.yaml.snakeyaml.LoaderOptions;

/** The syntax of a document. */
enum Syntax {
  JSON,
  YAML;

  /** The largest document, in bytes. */
  static final int MOST_BYTES = 64 << 20;

  /** The longest line of YAML and the longest text in JSON, in characters. */
  static final int LONGEST_LINE = 1 << 20;

  /** The most lists and groups of keys inside one another. */
  static final int DEEPEST = 64;

  private static final JsonFactory JSON_PARSERS = jsonFactory();
  private static final JsonFactory YAML_PARSERS = yamlFactory();

  JsonParser parser(String text) throws IOException {
    return switch (this) {
      case JSON -> JSON_PARSERS.createParser(text);
      case YAML -> YAML_PARSERS.createParser(text);
    };
  }

  private static JsonFactory jsonFactory() {
    return JsonFactory.builder().streamReadConstraints(constraints()).build();
  }

  private static JsonFactory yamlFactory() {
    var options = new LoaderOptions();
    options.setCodePointLimit(MOST_BYTES);
    options.setNestingDepthLimit(DEEPEST + 1);
    return YAMLFactory.builder()
        .loaderOptions(options)
        .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
        .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
        .streamReadConstraints(constraints())
        .build();
  }

  private static StreamReadConstraints constraints() {
    return StreamReadConstraints.builder()
        .maxNestingDepth(DEEPEST + 1)
        .maxStringLength(LONGEST_LINE)
        .maxNameLength(LONGEST_LINE)
        .build();
  }
}
