package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.journal.Database;
import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.NewToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseAccountsTest {
  private static final Principal ROOT =
      new Principal("root", Role.ADMIN, List.of(), new SignIn.ByOpenId(), Optional.empty());

  @TempDir private Path folder;
  private final TestAccounts.Clock clock = new TestAccounts.Clock();

  @Test
  void tokensOutliveTheServerWithoutTheirSecrets() throws IOException {
    IssuedToken kept;
    IssuedToken revoked;
    try (Database database = open()) {
      Tokens tokens = tokens(database);
      kept = tokens.issue(ROOT, request("alice", "queue-admin", List.of("vision", "speech")));
      revoked = tokens.issue(ROOT, request("bob", "user", List.of()));
      tokens.revoke(ROOT, revoked.token().id());
      assertThat(tokens.principal(kept.secret())).isPresent();
      tokens.writeUses();
    }

    try (Database database = open()) {
      Tokens tokens = tokens(database);
      assertThat(tokens.principal(revoked.secret())).isEmpty();
      assertThat(tokens.principal(kept.secret()))
          .hasValueSatisfying(alice -> {
            assertThat(alice.role()).isEqualTo(Role.QUEUE_ADMIN);
            assertThat(alice.queues()).containsExactly("vision", "speech");
          });
      assertThat(tokens.visibleTo(ROOT).getFirst().lastUsed()).contains(clock.instant());
    }
    String secret = kept.secret().substring(kept.secret().lastIndexOf('_') + 1);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> contains(file, secret))).isEmpty();
    }
  }

  @Test
  void forgottenTokensAreNotInTheDatabase() {
    try (Database database = open()) {
      Tokens tokens = tokens(database);
      String kept = tokens.issue(ROOT, request("alice", "user", List.of())).token().id();
      String forgotten = tokens.issue(ROOT, request("bob", "user", List.of())).token().id();
      var store = new DatabaseTokens(database);

      store.forget(List.of(forgotten, "unknown"));

      assertThat(store.all()).extracting(StoredToken::id).containsExactly(kept);
    }
  }

  @Test
  void theFirstAdminTokenIsInAFileOfItsOwnerOnly() throws IOException {
    Path path = folder.resolve("data/token");
    try (Database database = open()) {
      Tokens tokens = tokens(database);
      AdminTokenFile file = new AdminTokenFile(path);

      assertThat(file.ensure(tokens)).isTrue();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rw-------");
      assertThat(tokens.principal(file.read().orElseThrow()))
          .hasValueSatisfying(admin -> assertThat(admin.role()).isEqualTo(Role.ADMIN));
      assertThat(file.ensure(tokens)).isFalse();
      assertThat(file.ensure(tokens(database))).isFalse();
    }
  }

  @Test
  void theAuditLogIsWrittenInOrderAndNumberedOnAcrossRestarts() {
    for (int run = 0; run < 2; run++) {
      try (Database database = open();
          AuditLog log = AuditLog.start(new DatabaseAudit(database))) {
        IntStream.range(0, 1500).forEach(i -> log.add(entry("target" + i)));
      }
    }

    try (Database database = open()) {
      AuditStore store = new DatabaseAudit(database);
      assertThat(store.last()).isEqualTo(3000);
      List<AuditEntry> newest = store.before(OptionalLong.empty(), 2);
      assertThat(newest).extracting(AuditEntry::number).containsExactly(3000L, 2999L);
      assertThat(newest.getFirst().target()).isEqualTo("target1499");
      assertThat(store.before(OptionalLong.of(2), 10)).hasSize(1);
      store.forget(2999);
      assertThat(store.before(OptionalLong.empty(), 10)).hasSize(1);
    }
  }

  private Database open() {
    return Database.open("jdbc:sqlite:" + folder.resolve("ductile.db"));
  }

  private Tokens tokens(Database database) {
    return new Tokens(new DatabaseTokens(database), clock, new Random(3));
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static NewToken request(String user, String role, List<String> queues) {
    return new NewToken("test", user, role, queues, Optional.of(60.0));
  }

  private static AuditEntry entry(String target) {
    return new AuditEntry(
        0, Instant.parse("2026-05-01T12:00:00Z"), "alice", "127.0.0.1", "POST /a", target, "202");
  }
}
