package dev.ductile.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Rules about the text of files. A complaint is one line: place, fault and remedy. */
final class Tidy {
  static final int MOST_FILE_LINES = 400;
  static final int MOST_METHOD_LINES = 60;

  /** Written in pieces, so that this file does not match itself. */
  private static final Pattern LEFTOVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w.})*-])/(wo" + "rk|fa" + "rm)/");

  /**
   * Files that may sleep: commands and engines run in real time, the test bed of the benchmarks
   * measures sleeps, and the reader of web data waits before it retries.
   */
  private static final Pattern MAY_SLEEP =
      Pattern.compile(
          "(cli|engines/\\w+)/src/main/.*|.*/testbed/Work\\.java"
              + "|.*/runtime/data/WebStream\\.java");

  /** Tests that must sleep because no fake can replace the wait, each with its reason here. */
  private static final Set<String> SLEEPING_TESTS = Set.of();

  /** The causes of slow tests; CONTRIBUTING.md explains each. */
  static final Set<String> TAGS =
      Set.of("browser", "contract", "disk", "figures", "process", "seeds", "socket");

  private static final Pattern MAY_PRINT = Pattern.compile("(cli|bench|examples)/.*");

  private static final Pattern TEST =
      Pattern.compile(
          "(.*\\.)?(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)");

  private static final Pattern LOWER_CAMEL_CASE = Pattern.compile("[a-z][A-Za-z0-9]*");

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  private Tidy() {}

  static List<String> complaints(String path, String text) throws IOException {
    return complaints(Map.of(path, text));
  }

  /** The complaints about files, by path; one compiler parses all of them. */
  static List<String> complaints(Map<String, String> texts) throws IOException {
    var found = new ArrayList<String>();
    var sources = new ArrayList<InMemory>();
    texts.forEach((path, text) -> {
      found.addAll(complaintsAboutLines(path, text));
      if (path.endsWith(".java")) {
        sources.add(new InMemory(path, text));
      }
    });
    if (!sources.isEmpty()) {
      var task =
          (JavacTask)
              COMPILER.getTask(null, null, problem -> {}, List.of("-proc:none"), null, sources);
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        found.addAll(new Reading(unit, positions).complaints());
      }
    }
    return found;
  }

  private static List<String> complaintsAboutLines(String path, String text) {
    var found = new ArrayList<String>();
    var lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var leftover = LEFTOVER.matcher(lines.get(i));
      if (leftover.find()) {
        found.add("%s:%d %s is left: finish it".formatted(path, i + 1, leftover.group()));
      }
      if (MACHINE_PATH.matcher(lines.get(i)).find()) {
        found.add("%s:%d a path of one machine: make it relative".formatted(path, i + 1));
      }
    }
    if (path.endsWith(".java") && lines.size() > MOST_FILE_LINES) {
      found.add(
          "%s:%d has %d lines, at most %d: split it by topic"
              .formatted(path, MOST_FILE_LINES + 1, lines.size(), MOST_FILE_LINES));
    }
    return found;
  }

  /** One Java file, parsed but not compiled. */
  private static final class Reading extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final String path;
    private final List<String> found = new ArrayList<>();
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Reading(CompilationUnitTree unit, SourcePositions positions) {
      this.path = unit.getSourceFile().toUri().getPath().substring(1);
      this.unit = unit;
      this.positions = positions;
    }

    List<String> complaints() {
      scan(unit, null);
      return found;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
      long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
      long lines = last - line(method) + 1;
      if (lines > MOST_METHOD_LINES) {
        complain(
            method,
            "%s() has %d lines, at most %d: name its parts"
                .formatted(method.getName(), lines, MOST_METHOD_LINES));
      }
      if (isTest(method) && !LOWER_CAMEL_CASE.matcher(method.getName()).matches()) {
        complain(
            method,
            "test %s() is not in lower camelCase: name the behaviour, as in orphansAreEnded"
                .formatted(method.getName()));
      }
      return super.visitMethod(method, null);
    }

    private static boolean isTest(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(each -> TEST.matcher(each.getAnnotationType().toString()).matches());
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
      sleeps(call, call.getMethodSelect().toString());
      return super.visitMethodInvocation(call, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree call, @Nullable Void nothing) {
      sleeps(call, call.getQualifierExpression() + "." + call.getName());
      return super.visitMemberReference(call, null);
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void nothing) {
      if (select.toString().matches("System\\.(out|err)") && !MAY_PRINT.matcher(path).matches()) {
        complain(select, select + " outside cli: return the text, or take a stream");
      }
      return super.visitMemberSelect(select, null);
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void nothing) {
      String type = annotation.getAnnotationType().toString();
      if (type.matches("(.*\\.)?Disabled")) {
        complain(annotation, "a disabled test: fix it or delete it");
      }
      if (type.matches("(.*\\.)?Tag")) {
        tagged(annotation);
      }
      return super.visitAnnotation(annotation, null);
    }

    private void tagged(AnnotationTree annotation) {
      for (ExpressionTree argument : annotation.getArguments()) {
        String tag = argument.toString().replaceAll(".*= *|\"", "");
        if (!TAGS.contains(tag)) {
          complain(
              annotation,
              "tag %s is none of %s: name the cause of the slowness"
                  .formatted(tag, new TreeSet<>(TAGS)));
        }
      }
    }

    private void sleeps(Tree call, String callee) {
      if (callee.matches("(java\\.lang\\.)?Thread\\.sleep|(.*\\.)?TimeUnit\\.\\w+\\.sleep")
          && !MAY_SLEEP.matcher(path).matches()
          && !SLEEPING_TESTS.contains(path)) {
        complain(call, "sleeps: take a Clock, and in a test a fake one");
      }
    }

    private void complain(Tree tree, String what) {
      found.add("%s:%d %s".formatted(path, line(tree), what));
    }

    private long line(Tree tree) {
      return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
    }
  }

  private static final class InMemory extends SimpleJavaFileObject {
    private final String text;

    InMemory(String path, String text) {
      super(URI.create("memory:///" + path), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
