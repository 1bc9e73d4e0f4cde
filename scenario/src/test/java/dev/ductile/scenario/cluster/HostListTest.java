package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The short form of names of Slurm. */
final class HostListTest {
  @Test
  void rangesKeepLeadingZerosAndTheirOrder() {
    assertThat(HostList.names("n[08-10,3],login,rack[0-1]n[0-1]x"))
        .containsExactly(
            "n08", "n09", "n10", "n3", "login", "rack0n0x", "rack0n1x", "rack1n0x", "rack1n1x");
    assertThat(HostList.names("")).isEmpty();
    assertThat(HostList.numbers("1-7:3,9")).containsExactly(1L, 4L, 7L, 9L);
  }

  @Test
  void hugeAndBrokenListsAreRefused() {
    assertThatThrownBy(() -> HostList.names("n[1-99999999]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1-99999999");
    assertThatThrownBy(() -> HostList.names("n[0-9999][0-9999]"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HostList.names("n[1-2")).hasMessageContaining("not closed");
    assertThatThrownBy(() -> HostList.names("n[a]")).hasMessageContaining("no range such as 1-4");
  }
}
