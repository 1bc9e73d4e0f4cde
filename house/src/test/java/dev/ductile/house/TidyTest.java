package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TidyTest {
  @Test
  void everyFileIsTidy() throws IOException {
    var texts = SourceTree.here().texts();

    assertThat(texts).containsKeys("pom.xml", "api/pom.xml");
    assertThat(String.join("\n", Tidy.complaints(texts))).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          api/src/main/java/A.java   | // TO~DO later                                | is left
          README.md                  | The FIX~ME list                               | is left
          ductile                    | exec /wo~rk/main/run                          | path of one machine
          api/src/main/java/A.java   | class A { void a() { System.out.println(); } } | outside cli
          api/src/test/java/A.java   | class A { @Disabled void a() {} }             | disabled test
          api/src/test/java/A.java   | @Tag("slow") class A {}                       | tag slow is none of
          api/src/test/java/A.java   | class A { @Tag(value = "slow") void a() {} }  | tag slow is none of
          api/src/test/java/A.java   | class A { void a() { Thread.sleep(1); } }     | sleeps
          api/src/main/java/A.java   | class A { Object a = Thread::sleep; }         | sleeps
          api/src/main/java/A.java   | class A { void a() { TimeUnit.DAYS.sleep(1); } } | sleeps
          api/src/test/java/A.java   | class A { @Test void a_job_ends() {} }        | test a_job_ends() is not in lower
          contracts/src/main/java/A.java | class A { @RepeatedTest(2) void Ends() {} } | test Ends() is not in
          """)
  void aFaultIsFound(String path, String text, String complaint) throws IOException {
    assertThat(Tidy.complaints(path, text.replace("~", "")))
        .singleElement()
        .asString()
        .startsWith(path + ":1 ")
        .contains(complaint);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cli/src/main/java/A.java                                 | class A { void a() { System.out.println(); } }
          engines/local/src/main/java/A.java                       | class A { void a() { Thread.sleep(1); } }
          bench/src/main/java/dev/ductile/bench/testbed/Work.java  | class A { void a() { Thread.sleep(1); } }
          docs/a.md                                                | see network/wo~rk/units
          ductile                                                  | mktemp /tmp/a.XX~XXXX
          api/src/test/java/A.java                                 | class A { @Test void aJobEnds() {} void a_b() {} }
          """)
  void allowedCodeIsNotAFault(String path, String text) throws IOException {
    assertThat(Tidy.complaints(path, text.replace("~", ""))).isEmpty();
  }

  @Test
  void aLongMethodAndALongFileAreFound() throws IOException {
    var method =
        "class A {\n  void a() {\n" + "    ;\n".repeat(Tidy.MOST_METHOD_LINES - 2) + "  }\n}\n";
    var longMethod = method.replaceFirst(";", ";\n;");
    var longFile = method + "\n".repeat(Tidy.MOST_FILE_LINES);

    assertThat(Tidy.complaints("A.java", method)).isEmpty();
    assertThat(Tidy.complaints("A.java", longMethod))
        .containsExactly("A.java:2 a() has 61 lines, at most 60: name its parts");
    assertThat(Tidy.complaints("A.java", longFile))
        .singleElement()
        .asString()
        .startsWith("A.java:401");
  }
}
