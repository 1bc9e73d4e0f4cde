package dev.ductile.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which modules of ours each module uses, by the path of its folder.
 *
 * @param uses the modules that each module uses directly
 */
record ModuleGraph(Map<String, Set<String>> uses) {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z/]+)` \\|[^|]*\\|([^|]*)\\|$", Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("`([a-z/]+)`");
  private static final Pattern ARROW =
      Pattern.compile("^ *([a-z/]+) --> ([a-z/]+)$", Pattern.MULTILINE);

  /** The graph of the poms, without modules that only tests use; modules of tests keep them. */
  static ModuleGraph ofPoms(Path root) throws IOException {
    String parent = Files.readString(root.resolve("pom.xml"));
    var folders = new TreeMap<String, String>();
    MODULE
        .matcher(parent)
        .results()
        .map(module -> module.group(1))
        .forEach(folder -> folders.put(folder.replace('/', '-'), folder));
    var uses = new TreeMap<String, Set<String>>();
    for (String folder : folders.values()) {
      String pom = Files.readString(root.resolve(folder).resolve("pom.xml"));
      uses.put(
          folder,
          DEPENDENCY
              .matcher(pom)
              .results()
              .map(dependency -> dependency.group(1))
              .filter(text -> text.contains("dev.ductile") || text.contains("${project.groupId}"))
              .filter(text -> folder.equals("house") || !text.contains("<scope>test</scope>"))
              .map(ModuleGraph::artifact)
              .filter(artifact -> !artifact.equals("contracts"))
              .map(artifact -> folders.getOrDefault(artifact, artifact))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    return new ModuleGraph(uses);
  }

  private static String artifact(String dependency) {
    var found = ARTIFACT.matcher(dependency);
    return found.find() ? found.group(1) : "a dependency without artifactId";
  }

  /** The rows of a table with a module in the first column and its used modules in the third. */
  static ModuleGraph ofTable(String page) {
    var uses = new TreeMap<String, Set<String>>();
    ROW.matcher(page).results().forEach(row -> uses.put(row.group(1), words(row.group(2))));
    return new ModuleGraph(uses);
  }

  private static Set<String> words(String cell) {
    return WORD.matcher(cell)
        .results()
        .map(word -> word.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static ModuleGraph ofPicture(String page) {
    var uses = new TreeMap<String, Set<String>>();
    ARROW
        .matcher(page)
        .results()
        .forEach(arrow -> {
          uses.computeIfAbsent(arrow.group(1), _ -> new TreeSet<>()).add(arrow.group(2));
          uses.computeIfAbsent(arrow.group(2), _ -> new TreeSet<>());
        });
    return new ModuleGraph(uses);
  }

  ModuleGraph without(Set<String> modules) {
    var others = new TreeMap<>(uses);
    others.keySet().removeAll(modules);
    return new ModuleGraph(others);
  }

  /** Each module with the modules that it uses directly or indirectly. */
  Map<String, Set<String>> closure() {
    var closure = new TreeMap<String, Set<String>>();
    uses.keySet().forEach(module -> closure.put(module, reached(module, new TreeSet<>())));
    return closure;
  }

  private Set<String> reached(String module, Set<String> reached) {
    for (String used : uses.getOrDefault(module, Set.of())) {
      if (reached.add(used)) {
        reached(used, reached);
      }
    }
    return reached;
  }
}
