package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rights of each role over a job and a queue. */
class PrincipalTest {
  @ParameterizedTest
  @CsvSource({
    // role, owner of the job, its queue, whether the user may change the job and the queue
    "VIEWER,      ada, vision, false, false",
    "USER,        ada, vision, true,  false",
    "USER,        bob, vision, false, false",
    "QUEUE_ADMIN, bob, vision, true,  true",
    "QUEUE_ADMIN, bob, speech, false, false",
    "QUEUE_ADMIN, ada, speech, true,  false",
    "ADMIN,       bob, speech, true,  true",
  })
  void rightsOfAUserOverAJobAndItsQueue(
      Role role, String owner, String queue, boolean job, boolean settings) {
    Principal ada = principal(role, List.of("vision"));

    assertThat(ada.mayChange(owner, queue)).isEqualTo(job);
    assertThat(ada.administers(queue)).isEqualTo(settings);
  }

  @Test
  void eachRoleHasTheRightsOfTheRolesBeforeIt() {
    for (Role mine : Role.values()) {
      for (Role asked : Role.values()) {
        assertThat(principal(mine, List.of()).has(asked))
            .as("%s has the rights of %s", mine, asked)
            .isEqualTo(mine.compareTo(asked) >= 0);
      }
      assertThat(Role.of(mine.word())).contains(mine);
    }
    assertThat(Role.of("root")).isEmpty();
  }

  private static Principal principal(Role role, List<String> queues) {
    return new Principal("ada", role, queues, new SignIn.ByOpenId(), Optional.empty());
  }
}
