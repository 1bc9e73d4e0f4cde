package dev.ductile.history;

import com.fasterxml.jackson.databind.JsonNode;

/** The memory of an estimator as it is written, until it is known which estimator reads it. */
record UnreadMemory(JsonNode written) {}
