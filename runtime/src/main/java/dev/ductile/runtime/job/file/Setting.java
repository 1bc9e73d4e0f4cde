package dev.ductile.runtime.job.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A value of a command line, {@code optimizer.learningRate=0.1}, that stands over the file's. */
final class Setting {
  private static final String OPTION = "--set ";

  /** What a word alone means where a group of keys may stand. */
  private static final Map<String, String> HEADS =
      Map.of(
          "model", "kind",
          "optimizer", "kind",
          "data", "file",
          "batch", "examples");

  private final Mark mark;
  private final List<String> keys;
  private final Node value;

  private Setting(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new JobFileException(
          "--set takes key=value, such as optimizer.learningRate=0.1, not \"%s\"".formatted(text));
    }
    mark = new Mark(OPTION + text, 0, 0, 0, new int[0], 0);
    keys = List.of(text.substring(0, equals).split("\\."));
    value = marked(Document.parse(OPTION + text, text.substring(equals + 1)).node());
  }

  /** The document with a value of the command line written in it. */
  static Entry on(Entry root, String text) {
    var setting = new Setting(text);
    return new Entry(root.source(), "", setting.put(root.node(), "", setting.keys));
  }

  /** Whether a value comes from a command line; the mark's name is then the argument. */
  static boolean isSet(Mark mark) {
    return mark.getName().startsWith(OPTION);
  }

  private Node put(Node group, String name, List<String> path) {
    if (path.isEmpty()) {
      return value;
    }
    String key = path.getFirst();
    Node old = new MappingNode(Tag.MAP, true, List.of(), mark, mark, FlowStyle.FLOW);
    var tuples = new ArrayList<NodeTuple>();
    for (NodeTuple tuple : tuples(group, name)) {
      if (tuple.getKeyNode() instanceof ScalarNode scalar && scalar.getValue().equals(key)) {
        old = tuple.getValueNode();
      } else {
        tuples.add(tuple);
      }
    }
    tuples.add(new NodeTuple(word(key), put(old, key, path.subList(1, path.size()))));
    return new MappingNode(
        Tag.MAP, true, tuples, group.getStartMark(), group.getEndMark(), FlowStyle.FLOW);
  }

  /** {@code model: svm} is {@code model: {kind: svm}}. */
  private List<NodeTuple> tuples(Node node, String name) {
    if (node instanceof MappingNode mapping) {
      return mapping.getValue();
    }
    return HEADS.containsKey(name)
        ? List.of(new NodeTuple(word(HEADS.getOrDefault(name, "")), node))
        : List.of();
  }

  private ScalarNode word(String text) {
    return new ScalarNode(Tag.STR, text, mark, mark, ScalarStyle.PLAIN);
  }

  private Node marked(Node node) {
    return switch (node) {
      case ScalarNode scalar ->
          new ScalarNode(scalar.getTag(), scalar.getValue(), mark, mark, scalar.getScalarStyle());
      case SequenceNode list ->
          new SequenceNode(
              Tag.SEQ,
              true,
              list.getValue().stream().map(this::marked).toList(),
              mark,
              mark,
              FlowStyle.FLOW);
      case MappingNode group ->
          new MappingNode(
              Tag.MAP,
              true,
              group.getValue().stream()
                  .map(
                      each -> new NodeTuple(marked(each.getKeyNode()), marked(each.getValueNode())))
                  .toList(),
              mark,
              mark,
              FlowStyle.FLOW);
      default -> throw new JobFileException(mark.getName() + ": must be a value");
    };
  }
}
