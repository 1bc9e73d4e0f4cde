package dev.ductile.house;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import dev.ductile.text.Descriptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Descriptions from the comments of the repository's sources: the first sentence of a type, and the
 * {@code @param} lines of a record.
 */
final class Javadoc implements Descriptions {
  private static final String ENTITY_LESS = "&lt;";
  private static final String ENTITY_GREATER = "&gt;";

  private final Path root;
  private final Map<String, Map<String, DocCommentTree>> sources = new HashMap<>();

  Javadoc(Path root) {
    this.root = root;
  }

  @Override
  public Optional<String> of(Class<?> type) {
    return comment(type).map(comment -> sentence(comment.getFirstSentence()));
  }

  @Override
  public Optional<String> of(Class<?> type, String component) {
    return comment(type).stream()
        .flatMap(comment -> comment.getBlockTags().stream())
        .filter(ParamTree.class::isInstance)
        .map(ParamTree.class::cast)
        .filter(line -> line.getName().getName().contentEquals(component))
        .map(line -> sentence(line.getDescription()))
        .findFirst();
  }

  private Optional<DocCommentTree> comment(Class<?> type) {
    Class<?> outermost = type;
    while (outermost.getEnclosingClass() != null) {
      outermost = outermost.getEnclosingClass();
    }
    return Optional.ofNullable(
        sources.computeIfAbsent(outermost.getName(), this::comments).get(type.getName()));
  }

  /** The comments of all types in the source of an outermost type, by the names of the classes. */
  private Map<String, DocCommentTree> comments(String outermost) {
    var comments = new HashMap<String, DocCommentTree>();
    String file = "src/main/java/" + outermost.replace('.', '/') + ".java";
    try (Stream<Path> modules =
        Files.find(root, 2, (path, _) -> Files.isRegularFile(path.resolve(file)))) {
      Optional<Path> source = modules.map(module -> module.resolve(file)).findFirst();
      if (source.isPresent()) {
        parse(source.get(), outermost, comments);
      }
      return comments;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the source of " + outermost, e);
    }
  }

  private static void parse(Path source, String outermost, Map<String, DocCommentTree> comments)
      throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(source));
      for (CompilationUnitTree unit : task.parse()) {
        TreePath path = new TreePath(unit);
        unit.getTypeDecls().stream()
            .filter(ClassTree.class::isInstance)
            .forEach(type ->
                collect(DocTrees.instance(task), new TreePath(path, type), outermost, comments));
      }
    }
  }

  private static void collect(
      DocTrees trees, TreePath path, String name, Map<String, DocCommentTree> comments) {
    DocCommentTree comment = trees.getDocCommentTree(path);
    if (comment != null) {
      comments.put(name, comment);
    }
    for (Tree member : ((ClassTree) path.getLeaf()).getMembers()) {
      if (member instanceof ClassTree nested) {
        collect(trees, new TreePath(path, nested), name + "$" + nested.getSimpleName(), comments);
      }
    }
  }

  /** The words as a sentence: a capital letter first and a full stop at the end. */
  private static String sentence(List<? extends DocTree> words) {
    String text = words.stream().map(Javadoc::plain).collect(Collectors.joining());
    text = text.replaceAll("\\s+", " ").strip();
    String stop = text.endsWith(".") ? "" : ".";
    return text.isEmpty() ? "" : Character.toUpperCase(text.charAt(0)) + text.substring(1) + stop;
  }

  private static String plain(DocTree part) {
    return switch (part) {
      case TextTree text -> text.getBody();
      case LiteralTree literal -> literal.getBody().getBody();
      case LinkTree link -> link.getReference().getSignature().replace('#', '.');
      default -> part.toString().replace(ENTITY_LESS, "<").replace(ENTITY_GREATER, ">");
    };
  }
}
