package dev.ductile.history;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values for the components of records that earlier builds did not write. A written key costs
 * nothing more: the value is looked up where the key is absent.
 */
final class AbsentKeys extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  private final transient Map<Class<?>, Map<String, Object>> values;

  /** Values by the type of a record and the name of its component. */
  AbsentKeys(Map<Class<?>, Map<String, Object>> values) {
    this.values = values;
  }

  /** The same with values for the components of further records. */
  AbsentKeys and(Map<Class<?>, Map<String, Object>> more) {
    Map<Class<?>, Map<String, Object>> all = new HashMap<>(values);
    all.putAll(more);
    return new AbsentKeys(Map.copyOf(all));
  }

  @Override
  public JacksonInject.@Nullable Value findInjectableValue(AnnotatedMember member) {
    return member instanceof AnnotatedParameter parameter
            && values.containsKey(parameter.getDeclaringClass())
            && isOfAllComponents(parameter)
        ? valueOf(parameter)
        : null;
  }

  /** Whether the constructor of this parameter takes one for each component. */
  private static boolean isOfAllComponents(AnnotatedParameter parameter) {
    return parameter.getOwner() instanceof AnnotatedConstructor constructor
        && constructor.getParameterCount()
            == parameter.getDeclaringClass().getRecordComponents().length;
  }

  private JacksonInject.@Nullable Value valueOf(AnnotatedParameter parameter) {
    Class<?> type = parameter.getDeclaringClass();
    String name = type.getRecordComponents()[parameter.getIndex()].getName();
    return values.getOrDefault(type, Map.of()).containsKey(name)
        ? JacksonInject.Value.construct(key(type, name), true, false)
        : null;
  }

  /** The values, for the mapper that has this introspector. */
  InjectableValues injected() {
    Map<String, Object> byKey = new HashMap<>();
    values.forEach((type, components) ->
        components.forEach((name, value) -> byKey.put(key(type, name), value)));
    return new InjectableValues.Std(byKey);
  }

  private static String key(Class<?> type, String name) {
    return type.getName() + "." + name;
  }
}
