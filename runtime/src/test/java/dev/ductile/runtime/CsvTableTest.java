package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvTableTest {
  private static final String HEAD = "time,step";

  @TempDir Path folder;

  private final List<String> notes = new ArrayList<>();

  /** A file on a disk with limited room: a write beyond it fails in the middle. */
  private static final class SmallDisk implements SeekableByteChannel, CsvTable.Place {
    private byte[] bytes = {};
    private String aside = "";
    private int position;
    private int room;
    private boolean unreadable;

    @Override
    public int write(ByteBuffer source) throws IOException {
      int count = Math.min(source.remaining(), room - position);
      if (count <= 0) {
        throw new IOException("No space left on device");
      }
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length, position + count));
      source.get(bytes, position, count);
      position += count;
      return count;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      if (unreadable) {
        throw new IOException("Input/output error");
      }
      int count = Math.min(into.remaining(), bytes.length - position);
      if (count <= 0) {
        return -1;
      }
      into.put(bytes, position, count);
      position += count;
      return count;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public SmallDisk position(long now) {
      position = (int) now;
      return this;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public SmallDisk truncate(long size) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(size, bytes.length));
      position = Math.min(position, bytes.length);
      return this;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}

    @Override
    public SmallDisk open() {
      position = 0;
      return this;
    }

    @Override
    public String setAside() {
      aside = text();
      bytes = new byte[0];
      return "metrics-1.csv";
    }

    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  @Tag("disk")
  @Test
  void aTableOnAFullDiskNeverEndsInHalfARow() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var disk = new SmallDisk();
      var table = new CsvTable("metrics.csv", HEAD, disk, notes::add);
      var all = new StringBuilder(HEAD + "\n");
      for (int row = 0; row < 300; row++) {
        disk.room = disk.bytes.length + random.nextInt(30);
        String line = "%d,%s".formatted(row, "x".repeat(random.nextInt(9)));
        all.append(line).append('\n');
        table.row(line);
        table.flush();
        assertThat(disk.text()).as("seed %d", seed).matches("(.+\n)*");
      }
      disk.room = Integer.MAX_VALUE;
      table.flush();
      assertThat(disk.text()).as("seed %d", seed).isEqualTo(all.toString());
    }
  }

  @Test
  void aFullDiskAndItsEndAreReportedOnce() {
    var disk = new SmallDisk();
    var table = new CsvTable("metrics.csv", HEAD, disk, notes::add);
    for (int row = 0; row < 10; row++) {
      table.row("1,2");
      table.flush();
    }
    disk.room = 1_000;
    table.flush();
    table.flush();
    assertThat(notes)
        .containsExactly(
            "metrics.csv cannot be written: No space left on device; rows wait until it can be",
            "metrics.csv is written again; 0 rows are missing");
  }

  @Test
  void waitingRowsHaveALimitAndLostOnesAreCounted() {
    var disk = new SmallDisk();
    var table = new CsvTable("metrics.csv", HEAD, disk, notes::add);
    String row = "x".repeat(1_023);
    for (int i = 0; i < 2_000; i++) {
      table.row(row);
    }
    disk.room = Integer.MAX_VALUE;
    table.flush();
    long kept = disk.text().lines().count() - 1;
    assertThat(kept).isBetween(1_000L, 1_024L);
    assertThat(notes).last().asString().contains((2_000 - kept) + " rows are missing");
  }

  @Test
  void aTableThatCannotBeReadKeepsItsRows() {
    var disk = new SmallDisk();
    disk.room = 1_000;
    var before = new CsvTable("metrics.csv", HEAD, disk, notes::add);
    before.row("1,2");
    before.flush();
    disk.unreadable = true;
    var table = new CsvTable("metrics.csv", HEAD, disk, notes::add);
    table.row("3,4");
    table.flush();
    assertThat(disk.text()).isEqualTo(HEAD + "\n1,2\n");

    disk.unreadable = false;
    table.flush();
    assertThat(disk.text()).isEqualTo(HEAD + "\n1,2\n3,4\n");
  }

  @Test
  void halfARowOfAKilledProcessIsRemoved() throws Exception {
    Path file = folder.resolve("metrics.csv");
    for (String before : List.of("", "ti", HEAD + "\n1,", HEAD + "\n1,2\n" + "9".repeat(20_000))) {
      Files.writeString(file, before);
      var table = table(file);
      table.row("3,4");
      table.flush();
      assertThat(Files.readAllLines(file)).startsWith(HEAD).endsWith("3,4").hasSizeBetween(2, 3);
    }
  }

  @Test
  void aTableWithOtherColumnsIsSetAsideUnchanged() throws Exception {
    Path file = folder.resolve("metrics.csv");
    List<String> heads = List.of("time", "time,ste", HEAD + ",loss", "step,time");
    for (String head : heads) {
      Files.writeString(file, head + "\n1\n2");
      var table = table(file);
      table.row("3,4");
      table.flush();
      assertThat(file).hasContent(HEAD + "\n3,4\n");
    }
    for (int i = 0; i < heads.size(); i++) {
      Path aside = folder.resolve("metrics-%d.csv".formatted(i + 1));
      assertThat(aside).hasContent(heads.get(i) + "\n1\n");
      assertThat(notes.get(i))
          .isEqualTo("metrics.csv has other columns; it is now " + aside.getFileName());
    }
  }

  @Test
  void aTableWithOtherColumnsIsKeptOnAFullDisk() throws Exception {
    var disk = new SmallDisk();
    disk.room = 6;
    disk.write(ByteBuffer.wrap("time\n1".getBytes(StandardCharsets.UTF_8)));
    disk.room = 0;
    var table = new CsvTable("metrics.csv", HEAD, disk, notes::add);
    table.row("1,2");
    table.flush();
    assertThat(disk.aside).isEqualTo("time\n");
    disk.room = 1_000;
    table.flush();
    assertThat(disk.text()).isEqualTo(HEAD + "\n1,2\n");
  }

  @Test
  void writingContinuesWhenTheFileSystemHasRoomAgain() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()) == 0);
    try {
      Path filler = disk.resolve("filler");
      Path file = disk.resolve("metrics.csv");
      var table = table(file);
      Files.write(filler, new byte[192 << 10]);
      for (int row = 0; row < 20_000; row++) {
        table.row("%d,2".formatted(row));
      }
      table.flush();
      assertThat(notes).hasSize(1);
      assertThat(Files.readString(file)).endsWith("\n");
      Files.delete(filler);
      table.flush();
      assertThat(notes).hasSize(2);
      assertThat(Files.readAllLines(file)).hasSize(20_001).endsWith("19999,2");
    } finally {
      run("umount", "-l", disk.toString()); // the table holds its file open
    }
  }

  private CsvTable table(Path file) {
    return new CsvTable("metrics.csv", HEAD, new TableFile(file), notes::add);
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }
}
