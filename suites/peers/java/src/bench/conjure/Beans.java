// SPDX-License-Identifier: Apache-2.0
package bench.conjure;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Beans in the style of generated Conjure objects: immutable, built, one field "map". */
public final class Beans {
  private Beans() {}

  /** What is read, and as what. */
  public enum MapImpl {
    NORMAL(Normal.class),
    SINGLETON(Singleton.class),
    GUAVA_IMMUTABLE(Guava.class);

    public final Class<?> type;

    MapImpl(Class<?> type) {
      this.type = type;
    }
  }

  public enum Json {
    NO_MAP(-1),
    EMPTY(0),
    SINGLETON(1),
    THREE(3),
    SIX(6),
    TEN(10),
    HUNDRED(100),
    THOUSAND(1000);

    private final int entries;

    Json(int entries) {
      this.entries = entries;
    }

    public String text() {
      if (entries < 0) return "{}";
      StringBuilder text = new StringBuilder("{\"map\":{");
      for (int i = 1; i <= entries; i++) {
        if (i > 1) text.append(',');
        text.append("\"key").append(i).append("\":\"value").append(i).append('"');
      }
      return text.append("}}").toString();
    }
  }

  /** As Conjure's runtime has it, where it matters here: interns nothing, ignores the unknown. */
  public static ObjectMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();
    return new ObjectMapper(factory)
        .addMixIn(Normal.Builder.class, BuilderNames.class)
        .addMixIn(Singleton.Builder.class, BuilderNames.class)
        .addMixIn(Guava.Builder.class, BuilderNames.class)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.WRAP_EXCEPTIONS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
  }

  @JsonPOJOBuilder(withPrefix = "", buildMethodName = "build")
  interface BuilderNames {}

  /** The parser's map is copied into a linked hash map, which is wrapped. */
  @JsonDeserialize(builder = Normal.Builder.class)
  public static final class Normal {
    private final Map<String, String> items;

    private Normal(Map<String, String> items) {
      this.items = Collections.unmodifiableMap(items);
    }

    @JsonProperty("map")
    public Map<String, String> getItems() {
      return items;
    }

    public static final class Builder {
      private Map<String, String> items = new LinkedHashMap<>();

      @JsonSetter(value = "map", nulls = Nulls.SKIP, contentNulls = Nulls.FAIL)
      public Builder items(Map<String, String> read) {
        items = new LinkedHashMap<>(Objects.requireNonNull(read));
        return this;
      }

      public Normal build() {
        return new Normal(items);
      }
    }
  }

  /** None or one entry in a shared empty map or a map of one, else as Normal. */
  @JsonDeserialize(builder = Singleton.Builder.class)
  public static final class Singleton {
    private final Map<String, String> items;

    private Singleton(Map<String, String> items) {
      this.items = smallest(items);
    }

    private static Map<String, String> smallest(Map<String, String> items) {
      if (items.isEmpty()) return Collections.emptyMap();
      if (items.size() > 1) return Collections.unmodifiableMap(items);
      Map.Entry<String, String> entry = items.entrySet().iterator().next();
      return new OneEntryMap<>(entry.getKey(), entry.getValue());
    }

    @JsonProperty("map")
    public Map<String, String> getItems() {
      return items;
    }

    public static final class Builder {
      private Map<String, String> items = new LinkedHashMap<>();

      @JsonSetter(value = "map", nulls = Nulls.SKIP, contentNulls = Nulls.FAIL)
      public Builder items(Map<String, String> read) {
        items = new LinkedHashMap<>(Objects.requireNonNull(read));
        return this;
      }

      public Singleton build() {
        return new Singleton(items);
      }
    }
  }

  /** 32 bytes, as the original's figures imply; java.util.Collections' own has 40. */
  private static final class OneEntryMap<K, V> extends AbstractMap<K, V> {
    private final K key;
    private final V value;

    OneEntryMap(K key, V value) {
      this.key = key;
      this.value = value;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public boolean containsKey(Object wanted) {
      return Objects.equals(key, wanted);
    }

    @Override
    public V get(Object wanted) {
      return Objects.equals(key, wanted) ? value : null;
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
      return Collections.singleton(new SimpleImmutableEntry<>(key, value));
    }
  }

  /** Built directly into a compact map that keeps order. */
  @JsonDeserialize(builder = Guava.Builder.class)
  public static final class Guava {
    private final ImmutableMap<String, String> items;

    private Guava(ImmutableMap<String, String> items) {
      this.items = items;
    }

    @JsonProperty("map")
    public Map<String, String> getItems() {
      return items;
    }

    public static final class Builder {
      private ImmutableMap<String, String> items = ImmutableMap.of();

      @JsonSetter(value = "map", nulls = Nulls.SKIP)
      @JsonDeserialize(using = ImmutableMapReader.class)
      public Builder items(ImmutableMap<String, String> read) {
        items = Objects.requireNonNull(read);
        return this;
      }

      public Guava build() {
        return new Guava(items);
      }
    }
  }

  /** Does what jackson-datatype-guava does, which Debian lacks. */
  public static final class ImmutableMapReader
      extends JsonDeserializer<ImmutableMap<String, String>> {
    @Override
    public ImmutableMap<String, String> deserialize(
        JsonParser parser, DeserializationContext context) throws IOException {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        context.handleUnexpectedToken(ImmutableMap.class, parser);
      }
      ImmutableMap.Builder<String, String> entries = ImmutableMap.builder();
      for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
          context.handleUnexpectedToken(String.class, parser);
        }
        entries.put(key, parser.getText());
      }
      return entries.build();
    }
  }
}
