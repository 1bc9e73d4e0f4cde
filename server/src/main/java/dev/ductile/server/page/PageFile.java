package dev.ductile.server.page;

/**
 * One file of the web page.
 *
 * @param type its media type
 * @param tag changes with the content; in quotes, as in the header ETag
 */
public record PageFile(String content, String type, String tag) {}
