// SPDX-License-Identifier: Apache-2.0
package trip;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/** An object and all it refers to as text, which is equal for equal graphs: also in what they share. */
final class Graph {
  private final Map<Object, Integer> seen = new IdentityHashMap<>();
  private final StringBuilder out = new StringBuilder();

  static String text(Object object) throws IllegalAccessException {
    Graph graph = new Graph();
    graph.append(object);
    return graph.out.toString();
  }

  private void append(Object object) throws IllegalAccessException {
    if (object instanceof Float number) {
      out.append("Float ").append(Integer.toHexString(Float.floatToRawIntBits(number)));
    } else if (object instanceof Double number) {
      out.append("Double ").append(Long.toHexString(Double.doubleToRawLongBits(number)));
    } else if (object instanceof Character unit) {
      out.append("Character ").append((int) unit);
    } else if (object instanceof Number || object instanceof Boolean) {
      out.append(object.getClass().getSimpleName()).append(' ').append(object);
    } else if (object instanceof String text) {
      text.chars().forEach(unit -> out.append(Integer.toHexString(unit)).append('.'));
    } else if (object instanceof Enum<?> constant) {
      out.append(constant.getDeclaringClass().getName()).append(' ').append(constant.name());
    } else if (object == null) {
      out.append("null");
    } else {
      appendShared(object);
    }
  }

  private void appendShared(Object object) throws IllegalAccessException {
    Integer number = seen.putIfAbsent(object, seen.size());
    if (number != null) {
      out.append('#').append(number);
      return;
    }
    out.append('\n').append(object.getClass().getName()).append('{');
    if (object.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(object); ++i) appendElement(Array.get(object, i));
    } else if (object instanceof Collection<?> elements) {
      for (Object element : elements) appendElement(element);
    } else if (object instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        appendElement(entry.getKey());
        appendElement(entry.getValue());
      }
    } else {
      for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass())
        for (Field field : type.getDeclaredFields())
          if (!Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            out.append(field.getName()).append('=');
            appendElement(field.get(object));
          }
    }
    out.append('}');
  }

  private void appendElement(Object element) throws IllegalAccessException {
    append(element);
    out.append(", ");
  }
}
