package dev.ductile.server.http;

import java.time.Duration;

/**
 * Limits of the HTTP interface.
 *
 * @param connections open connections of all clients; the longest idle one of the address that has
 *     most makes room
 * @param connectionsOfAddress open connections of one address; the longest idle one makes room
 * @param idle a connection without a request is closed after this time
 * @param answerTime a request that is not a stream has to end within this time
 * @param bodyTime the time that a client has to send a body
 * @param bodyBytes the bytes of all bodies that are being read at once
 * @param headerBytes the size of the head of a request
 * @param streams open event streams
 * @param streamsOfUser open event streams of one user
 * @param userRate requests of one user
 * @param failureRate failed sign-ins of one address
 */
public record HttpLimits(
    int connections,
    int connectionsOfAddress,
    Duration idle,
    Duration answerTime,
    Duration bodyTime,
    int bodyBytes,
    int headerBytes,
    int streams,
    int streamsOfUser,
    RateLimit userRate,
    RateLimit failureRate) {
  public static HttpLimits usual() {
    return new HttpLimits(
        4_000,
        1_000,
        Duration.ofSeconds(30),
        Duration.ofMinutes(2),
        Duration.ofSeconds(30),
        64 * 1024 * 1024,
        16 * 1024,
        1_000,
        250,
        new RateLimit(2_000, 4_000),
        new RateLimit(10, 50));
  }

  public HttpLimits withTimes(Duration newIdle, Duration newAnswerTime, Duration newBodyTime) {
    return new HttpLimits(
        connections,
        connectionsOfAddress,
        newIdle,
        newAnswerTime,
        newBodyTime,
        bodyBytes,
        headerBytes,
        streams,
        streamsOfUser,
        userRate,
        failureRate);
  }

  public HttpLimits withRates(RateLimit newUserRate, RateLimit newFailureRate) {
    return new HttpLimits(
        connections,
        connectionsOfAddress,
        idle,
        answerTime,
        bodyTime,
        bodyBytes,
        headerBytes,
        streams,
        streamsOfUser,
        newUserRate,
        newFailureRate);
  }

  public HttpLimits withStreams(int all, int ofUser) {
    return new HttpLimits(
        connections,
        connectionsOfAddress,
        idle,
        answerTime,
        bodyTime,
        bodyBytes,
        headerBytes,
        all,
        ofUser,
        userRate,
        failureRate);
  }

  public HttpLimits withConnections(int all, int ofAddress) {
    return new HttpLimits(
        all,
        ofAddress,
        idle,
        answerTime,
        bodyTime,
        bodyBytes,
        headerBytes,
        streams,
        streamsOfUser,
        userRate,
        failureRate);
  }
}
