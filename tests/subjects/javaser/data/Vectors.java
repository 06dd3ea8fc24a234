// SPDX-License-Identifier: Apache-2.0
// Makes the streams beside it, each NAME.ser with NAME.json, what JDK 17 reads back from it:
//
//   java --add-opens java.base/java.util=ALL-UNNAMED Vectors.java FOLDER
//
// The JSON is that of javaser's dump: see subjects/javaser/include/javaser/json.hpp.

import java.io.*;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.IntFunction;

public class Vectors {
  enum Color { RED, GREEN, BLUE }

  record Point(int x, int y) implements Serializable {}

  record Named(String name) implements Serializable {}

  static class Tagged extends ArrayList<Object> {
    private static final long serialVersionUID = 1;
    int tag = 7;
    String name = "tagged";
  }

  static class Plain extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1;
  }

  static class Holder implements Serializable {
    private static final long serialVersionUID = 1;
    Object held;

    Holder(Object held) {
      this.held = held;
    }
  }

  static final Object RESET = new Object();

  interface Body {
    void write(ObjectOutputStream out) throws Exception;
  }

  // What is read back, in JSON.

  static final class Printer {
    final StringBuilder out = new StringBuilder();
    final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();

    void string(String text) {
      out.append('"');
      for (char c : text.toCharArray()) {
        if (c == '"' || c == '\\') out.append('\\').append(c);
        else if (c >= 0x20 && c < 0x7f) out.append(c);
        else out.append(String.format("\\u%04x", (int) c));
      }
      out.append('"');
    }

    void primitive(Object value) {
      if (value instanceof Character c) out.append("{\"char\":" + (int) c + "}");
      else if (value instanceof Float f)
        out.append(String.format("{\"float\":\"%08x\"}", Float.floatToRawIntBits(f)));
      else if (value instanceof Double d)
        out.append(String.format("{\"double\":\"%016x\"}", Double.doubleToRawLongBits(d)));
      else out.append(value);
    }

    void member(String name, String text) {
      out.append(",\"" + name + "\":");
      string(text);
    }

    void values(Iterable<?> all) throws Exception {
      out.append(",\"values\":[");
      boolean first = true;
      for (Object each : all) {
        if (!first) out.append(',');
        first = false;
        value(each);
      }
      out.append(']');
    }

    void value(Object o) throws Exception {
      if (o == null) {
        out.append("null");
        return;
      }
      if (o instanceof String s) {
        string(s);
        return;
      }
      Integer id = ids.get(o);
      if (id != null) {
        out.append("{\"ref\":" + id + "}");
        return;
      }
      ids.put(o, ids.size() + 1);
      out.append("{\"id\":" + ids.size());
      content(o);
      out.append('}');
    }

    void kind(String kind, String className) {
      member("kind", kind);
      member("class", className);
    }

    void content(Object o) throws Exception {
      String name = o.getClass().getName();
      if (o instanceof Enum<?> e) {
        kind("enum", e.getDeclaringClass().getName());
        member("name", e.name());
      } else if (o instanceof Class<?> c) {
        kind("class", name);
        member("name", c.getName());
      } else if (o instanceof BigInteger i) {
        kind("bigint", name);
        member("value", i.toString());
      } else if (o instanceof BigDecimal d) {
        kind("bigdec", name);
        member("unscaled", d.unscaledValue().toString());
        out.append(",\"scale\":" + d.scale());
      } else if (o instanceof Boolean || o instanceof Character || o instanceof Byte
          || o instanceof Short || o instanceof Integer || o instanceof Long || o instanceof Float
          || o instanceof Double) {
        kind("box", name);
        out.append(",\"value\":");
        primitive(o);
      } else if (o instanceof Date d) {
        kind("date", name);
        out.append(",\"millis\":" + d.getTime());
      } else if (o instanceof UUID) {
        kind("uuid", name);
        member("value", o.toString());
      } else if (name.startsWith("java.time.") || name.startsWith("java.net.")) {
        kind("text", name);
        member("text", o.toString());
      } else if (o instanceof Map<?, ?> m) {
        kind("map", name);
        out.append(",\"entries\":[");
        boolean first = true;
        for (Map.Entry<?, ?> entry : m.entrySet()) {
          out.append(first ? "[" : ",[");
          first = false;
          value(entry.getKey());
          out.append(',');
          value(entry.getValue());
          out.append(']');
        }
        out.append(']');
      } else if (o instanceof Collection<?> c) {
        kind(o instanceof Set ? "set" : "list", name);
        values(c);
        if (o instanceof Tagged) fields(o);
      } else if (o.getClass().isArray()) {
        kind("array", name);
        array(o);
      } else {
        kind("object", name);
        fields(o);
      }
    }

    void array(Object array) throws Exception {
      out.append(",\"values\":[");
      for (int i = 0; i < Array.getLength(array); ++i) {
        if (i > 0) out.append(',');
        if (array.getClass().getComponentType().isPrimitive()) primitive(Array.get(array, i));
        else value(Array.get(array, i));
      }
      out.append(']');
    }

    void fields(Object o) throws Exception {
      out.append(",\"fields\":[");
      ArrayDeque<Class<?>> classes = new ArrayDeque<>();
      for (Class<?> c = o.getClass(); c != Object.class && c.getName().startsWith("Vectors"); )  {
        classes.addFirst(c);
        c = c.getSuperclass();
      }
      boolean first = true;
      for (Class<?> c : classes) {
        for (ObjectStreamField field : ObjectStreamClass.lookup(c).getFields()) {
          out.append(first ? "{" : ",{");
          first = false;
          out.append("\"in\":");
          string(c.getName());
          member("name", field.getName());
          member("type", field.getTypeString() == null ? "" + field.getTypeCode()
              : field.getTypeString());
          out.append(",\"value\":");
          Field reflected = c.getDeclaredField(field.getName());
          reflected.setAccessible(true);
          if (field.isPrimitive()) primitive(reflected.get(o));
          else value(reflected.get(o));
          out.append('}');
        }
      }
      out.append(']');
    }
  }

  // A stream of objects, some of which are RESET.
  static void objects(String name, Object... all) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    for (Object each : all) {
      if (each == RESET) out.reset();
      else out.writeObject(each);
    }
    out.close();
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    Printer printer = new Printer();
    printer.out.append("{\"items\":[");
    for (int i = 0; i < all.length; ++i) {
      printer.out.append(i == 0 ? "\n " : ",\n ");
      if (all[i] == RESET) {
        printer.out.append("{\"op\":\"reset\"}");
        continue;
      }
      printer.out.append("{\"op\":\"object\",\"value\":");
      printer.value(in.readObject());
      printer.out.append('}');
    }
    printer.out.append("],\n\"error\":null}\n");
    keep(name, bytes.toByteArray(), printer.out.toString());
  }

  static Path folder;

  static void keep(String name, byte[] bytes, String json) throws Exception {
    Files.write(folder.resolve(name + ".ser"), bytes);
    Files.write(folder.resolve(name + ".json"), json.getBytes(StandardCharsets.US_ASCII));
  }

  static <T> HashMap<T, Object> hashMap(int count, IntFunction<T> key) {
    HashMap<T, Object> map = new HashMap<>();
    for (int i = 0; i < count; ++i) map.put(key.apply(i), "" + i);
    return map;
  }

  static <T> HashSet<T> hashSet(int count, IntFunction<T> element) {
    return new HashSet<>(hashMap(count, element).keySet());
  }

  // Strings of one hash code.
  static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 5; ++bit) text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    return text.toString();
  }

  static <C extends Collection<Object>> C filled(C collection, Object... all) {
    collection.addAll(Arrays.asList(all));
    return collection;
  }

  static <M extends Map<Object, Object>> M mapped(M map, Object... all) {
    for (Object each : all) map.put(each, "of " + each);
    return map;
  }

  static void lists() throws Exception {
    List<Object> arrayList = filled(new ArrayList<>(), "a", 1, null);
    List<Object> linked = filled(new LinkedList<>(), "l", 2);
    Stack<Object> stack = filled(new Stack<>(), "s", "t");
    objects("lists", arrayList, linked, stack, new Vector<>(arrayList),
        Arrays.asList(1, 2), Arrays.asList(new String[] {"x"}), Collections.emptyList(),
        Collections.singletonList("one"), Collections.nCopies(3, "copy"),
        new CopyOnWriteArrayList<>(arrayList), List.of(), List.of("a"), List.of("a", "b"),
        List.of(1, 2, 3), Arrays.asList("p", null, "q").stream().toList(),
        new ArrayList<>(), new LinkedList<>(), filled(new Tagged(), "in", "it"), new Tagged());
  }

  static void queues() throws Exception {
    ArrayBlockingQueue<Object> ring = new ArrayBlockingQueue<>(4);
    for (int i = 0; i < 6; ++i) {
      ring.add("r" + i);
      if (i > 1) ring.remove();
    }
    PriorityQueue<Object> byOrder = filled(new PriorityQueue<>(), 5, 1, 4, 2, 3);
    ArrayDeque<Object> deque = filled(new ArrayDeque<>(), "d", "e");
    deque.addFirst("first");
    objects("queues", ring, byOrder, deque, filled(new PriorityBlockingQueue<>(), 3, 2, 1),
        filled(new ConcurrentLinkedQueue<>(), 1, 2), filled(new ConcurrentLinkedDeque<>(), 1, 2),
        filled(new LinkedBlockingQueue<>(), "a", "b"), filled(new LinkedBlockingDeque<>(), "c"),
        filled(new LinkedTransferQueue<>(), "t"), Collections.asLifoQueue(deque),
        new ArrayBlockingQueue<>(2), new ConcurrentLinkedQueue<>());
  }

  static void wrappers() throws Exception {
    List<Object> arrayList = filled(new ArrayList<>(), "a", "b");
    List<Object> linked = filled(new LinkedList<>(), "l");
    Set<Object> hash = filled(new HashSet<>(), "z", "y", "x", "key1", "key2");
    NavigableSet<Object> tree = filled(new TreeSet<>(), 3, 1, 2);
    Map<Object, Object> map = mapped(new HashMap<>(), "k1", "k2", "another", "z");
    NavigableMap<Object, Object> sorted = mapped(new TreeMap<>(), 2, 1);
    objects("wrappers", Collections.unmodifiableList(arrayList),
        Collections.unmodifiableList(linked), Collections.unmodifiableCollection(hash),
        Collections.unmodifiableSet(hash), Collections.unmodifiableSortedSet(tree),
        Collections.unmodifiableNavigableSet(tree), Collections.unmodifiableMap(map),
        Collections.unmodifiableSortedMap(sorted), Collections.unmodifiableNavigableMap(sorted),
        Collections.synchronizedList(new ArrayList<>(arrayList)),
        Collections.synchronizedList(linked), Collections.synchronizedCollection(tree),
        Collections.synchronizedSet(hash), Collections.synchronizedSortedSet(tree),
        Collections.synchronizedNavigableSet(tree), Collections.synchronizedMap(map),
        Collections.synchronizedSortedMap(sorted), Collections.synchronizedNavigableMap(sorted),
        Collections.checkedList(arrayList, Object.class),
        Collections.checkedList(linked, Object.class),
        Collections.checkedCollection(linked, Object.class),
        Collections.checkedSet(hash, Object.class), Collections.checkedMap(map, Object.class, Object.class),
        Collections.checkedSortedMap(sorted, Object.class, Object.class),
        Collections.unmodifiableList(Collections.unmodifiableList(Collections.synchronizedList(arrayList))),
        filled(Collections.newSetFromMap(new HashMap<>()), "one", "two"),
        filled(new CopyOnWriteArraySet<>(), "w", "v"), Collections.emptyMap(),
        Collections.emptySet(), Collections.singleton(1), Collections.singletonMap("k", "v"),
        Collections.emptySortedSet(), Collections.emptyNavigableMap());
  }

  static void maps() throws Exception {
    LinkedHashMap<Object, Object> linked = mapped(new LinkedHashMap<>(), "z", "a", 5);
    LinkedHashMap<Object, Object> byAccess = new LinkedHashMap<>(16, 0.75f, true);
    mapped(byAccess, 1, 2, 3).get(1);
    EnumMap<Color, Object> byEnum = new EnumMap<>(Color.class);
    byEnum.put(Color.BLUE, 1);
    byEnum.put(Color.RED, null);
    TreeMap<Object, Object> backwards = new TreeMap<>(Collections.reverseOrder());
    Object[] words = new Object[60];
    for (int i = 0; i < words.length; ++i) words[i] = "word" + i * i;
    Properties properties = new Properties();
    for (Object word : words) properties.put(word, "value");
    Properties small = new Properties(properties);
    small.put("only", "one");
    objects("maps", linked, byAccess, byEnum, mapped(backwards, 1, 3, 2),
        mapped(new Hashtable<>(), words), mapped(new Hashtable<>(200), 1, 2, 3, "x"),
        mapped(new Hashtable<>(3, 2.5f), 9L, 8L, 7L), new Hashtable<>(), properties, small,
        mapped(new ConcurrentHashMap<>(), words), mapped(new ConcurrentHashMap<>(500), 7, 70, 700, 7000),
        new ConcurrentHashMap<>(), mapped(new ConcurrentSkipListMap<>(), 3, 1, 2),
        mapped(new IdentityHashMap<>(), "same"), Map.of(), Map.of("k", "v"),
        mapped(new Plain(), "p", "q"), filled(ConcurrentHashMap.newKeySet(), words),
        filled(new ConcurrentSkipListSet<>(), "c", "b"), EnumSet.of(Color.BLUE, Color.GREEN),
        EnumSet.noneOf(Color.class), filled(new TreeSet<>(), "t"), Set.of(), Set.of("one"),
        filled(new LinkedHashSet<>(), "q", "p", null));
  }

  static void hashOrders() throws Exception {
    Random random = new Random(17);
    LocalDateTime start = LocalDateTime.of(2020, 2, 28, 23, 59, 58, 123_000_000);
    ZoneId warsaw = ZoneId.of("Europe/Warsaw");
    HashSet<Object> sparse = new HashSet<>(64, 4.0f);
    HashSet<Object> dense = new HashSet<>(2, 0.1f);
    for (int i = 0; i < 20; ++i) {
      sparse.add("s" + i);
      dense.add("d" + i * 31);
    }
    HashSet<Object> mixed = filled(new HashSet<>(), 1, 1L, 1.0, 1.0f, 'c', (byte) 1, (short) 300,
        true, false, null, "text", "z\u017c\ud834\udd1e", -1, Long.MIN_VALUE, Double.NaN, -0.0);
    objects("hash-orders", hashMap(100, i -> random.nextInt()), hashMap(100, i -> random.nextLong()),
        hashMap(50, i -> random.nextGaussian()), hashMap(50, i -> (float) random.nextGaussian()),
        hashMap(60, i -> new BigInteger(1 + i * 5, random).negate()),
        hashMap(40, i -> new BigDecimal(new BigInteger(1 + i * 5, random), i - 20)),
        hashMap(40, i -> new UUID(random.nextLong(), random.nextLong())),
        hashMap(40, i -> new Date(random.nextLong())), mixed,
        hashMap(40, i -> List.of(i, "e" + i)), hashMap(30, i -> filled(new ArrayList<>(), i, null)),
        hashMap(30, i -> new HashSet<>(Set.of(i * 7, i * 11 + 1, "s" + i))),
        hashMap(30, i -> new TreeMap<>(Map.of(i, "v" + i, i + 100, "w"))),
        hashMap(30, i -> Collections.unmodifiableList(Arrays.asList(i, i))),
        hashSet(50, i -> start.plusDays(i * 37L).toLocalDate()),
        hashSet(50, i -> start.plusSeconds(i * 1237L).toLocalTime()),
        hashSet(50, i -> start.plusNanos(i * 123_456_789_123L)),
        hashSet(40, i -> start.plusHours(i * 99L).toInstant(ZoneOffset.UTC)),
        hashSet(40, i -> start.plusHours(i * 99L).atZone(warsaw)),
        hashSet(40, i -> start.plusHours(i * 99L).atOffset(ZoneOffset.ofHours(i % 18))),
        hashSet(40, i -> start.plusMinutes(i * 99L).toLocalTime().atOffset(ZoneOffset.ofHours(i % 18))),
        hashSet(30, i -> ZoneOffset.ofTotalSeconds(i * 1000 - 15000)),
        hashSet(40, i -> Duration.ofMillis(i * 12345L - 100000)),
        hashSet(40, i -> Period.of(i, i * 3, i * 7)), hashSet(40, i -> Year.of(i * 53)),
        hashSet(40, i -> YearMonth.of(1990 + i, i % 12 + 1)),
        hashSet(28, i -> MonthDay.of(i % 12 + 1, i + 1)),
        hashSet(30, i -> URI.create("http://Host" + i + ".example:80" + i + "/p/" + i + "?q#f")),
        hashSet(10, i -> URI.create("mailto:a" + i + "@b")), hashSet(10, i -> URI.create("rel/" + i)),
        hashSet(10, i -> URI.create("file:///f/" + i)),
        hashSet(30, i -> new Point(i * 17, -i)), hashSet(30, i -> new Named("n" + i)),
        sparse, dense, hashSet(10, Vectors::colliding), new HashSet<>(hashMap(9, Vectors::colliding).keySet()),
        hashMap(10, Vectors::colliding), filled(new HashSet<>(), 1), new HashSet<>(), new HashMap<>(1024),
        mapped(new HashMap<>(2, 8f), 1, 17, 33, 49, 65, 81, 97, 113, 129, 2, 3, 4, 5, 6, 7, 8));
  }

  // Bins of HashMaps that are trees, and one that is split when the table grows.
  static void treeBins() throws Exception {
    IntFunction<Object> text = i -> colliding(i % 32) + (char) (i / 32) + colliding(i % 7);
    IntFunction<Object> number = i -> i % 2 == 0 ? (Object) ((long) i << 32 | i) : (double) (i % 40);
    HashSet<Object> split = new HashSet<>(16, 0.7f);
    for (int i = 0; i < 45; i++) split.add(colliding(i % 32) + (i < 32 ? 'x' : 'y'));
    Random random = new Random(17);
    HashSet<Object> mixed = filled(new HashSet<>(), (Object) null);
    for (int i = 0; i < 150; i++) mixed.add(random.nextBoolean() ? text.apply(random.nextInt(64)) : number.apply(random.nextInt(99)));
    objects("tree-bins", hashMap(12, text), hashMap(32, text), hashSet(90, text), hashMap(60, number),
        split, mixed, hashMap(30, i -> i * 4096));
  }

  static void times() throws Exception {
    ZoneOffset odd = ZoneOffset.ofHoursMinutesSeconds(-3, -4, -5);
    ZoneId warsaw = ZoneId.of("Europe/Warsaw");
    LocalDateTime noon = LocalDateTime.of(2024, 2, 29, 12, 0);
    objects("times", LocalDate.of(2024, 2, 29), LocalDate.of(-5, 1, 1), LocalDate.of(12345, 12, 31),
        LocalDate.of(0, 1, 1), LocalDate.MIN, LocalDate.MAX, LocalTime.MIDNIGHT, LocalTime.NOON,
        LocalTime.of(1, 2), LocalTime.of(1, 2, 3), LocalTime.of(1, 2, 0, 4), LocalTime.of(0, 0, 0, 5_000_000),
        LocalTime.of(23, 59, 59, 999_999_000), noon, noon.plusNanos(1), LocalDateTime.MIN,
        Instant.EPOCH, Instant.MIN, Instant.MAX, Instant.ofEpochSecond(-1, 1), Instant.ofEpochSecond(1_700_000_000),
        Instant.ofEpochMilli(253_402_300_800_123L), Instant.parse("-10000-01-01T00:00:00Z"),
        Instant.parse("-0001-12-31T23:59:59.5Z"), Duration.ZERO, Duration.ofSeconds(-1, 500_000_000),
        Duration.ofSeconds(-61, 1), Duration.ofSeconds(3600), Duration.ofSeconds(3661, 120), Duration.ofMillis(-1),
        Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), Duration.ofMinutes(-90),
        Duration.ofNanos(-1_500_000_000), Period.ZERO, Period.of(1, -2, 3), Period.ofDays(0).plusMonths(4),
        ZoneOffset.UTC, ZoneOffset.ofHours(5), ZoneOffset.ofHoursMinutes(-9, -30), odd, warsaw, ZoneId.of("UTC"),
        ZoneId.of("GMT+2"), noon.atZone(warsaw), noon.atZone(ZoneOffset.UTC), noon.atZone(odd),
        noon.atOffset(odd), LocalTime.NOON.atOffset(ZoneOffset.UTC), Year.of(2024), Year.of(-1),
        YearMonth.of(99999, 7), YearMonth.of(-4, 1), YearMonth.of(800, 1), MonthDay.of(2, 29), DayOfWeek.MONDAY, Month.MAY);
  }

  static void values() throws Exception {
    java.sql.Timestamp stamp = new java.sql.Timestamp(1591900000123L);
    stamp.setNanos(987_654_321);
    objects("values", stamp, new java.sql.Timestamp(-1), new java.sql.Date(86_400_000L * 365),
        new java.sql.Time(1000), new Date(Long.MIN_VALUE), new BigInteger("1").shiftLeft(4000),
        BigInteger.TWO.pow(64).negate(), new BigDecimal("-0.00"), new BigDecimal("1e-300"),
        BigDecimal.valueOf(Long.MIN_VALUE, Integer.MAX_VALUE), new UUID(0, 0), new UUID(-1, 1),
        new URL("http://user@host.example:81/a/b?c=d#e"), new URL("file:/tmp/x"),
        new URL("jar:file:/a.jar!/b"), URI.create("urn:x:y"), URI.create("a%20b?\u00e9#c"),
        InetAddress.getByAddress("host.example", new byte[] {(byte) 192, 0, 2, 1}),
        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), Character.MAX_VALUE);
  }

  static void addresses() throws Exception {
    byte[] ipv6 = {0x20, 1, 0xd, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, 0, 1};
    InetAddress named = InetAddress.getByAddress("host.example", ipv6);
    InetAddress plain = InetAddress.getByAddress(new byte[] {(byte) 198, 51, 100, 7});
    objects("addresses", named, InetAddress.getByAddress(ipv6), InetAddress.getByAddress(new byte[16]),
        Inet6Address.getByAddress("scoped", ipv6, 3), new InetSocketAddress(named, 443),
        new InetSocketAddress(plain, 80), InetSocketAddress.createUnresolved("Host.example", 65535),
        hashSet(9, i -> InetSocketAddress.createUnresolved("Host" + i * i, i * 4000)),
        hashSet(9, i -> new InetSocketAddress(i % 2 == 0 ? named : plain, i * 4000)));
  }

  // What Java has one object of, also when the stream has two.
  static void unique() throws Exception {
    Object[] all = {Color.RED, String.class, Collections.emptyList(), Collections.emptySet(),
        Collections.emptyMap(), List.of(), Set.of(), Map.of(), ZoneOffset.UTC, ZoneOffset.ofTotalSeconds(1),
        LocalTime.of(5, 0), LocalTime.of(5, 1), Duration.ZERO, Instant.EPOCH, Period.ZERO, LocalDate.EPOCH,
        Collections.emptyNavigableSet(), Collections.emptyNavigableMap(), 5, List.of(1), Arrays.asList("x", null).stream().toList()};
    List<Object> twice = new ArrayList<>(Arrays.asList(all));
    twice.add(RESET);
    twice.addAll(Arrays.asList(all));
    objects("unique", twice.toArray());
  }

  static void shared() throws Exception {
    List<Object> list = filled(new ArrayList<>(), "in");
    list.add(list);
    Map<Object, Object> map = new HashMap<>();
    map.put("list", list);
    map.put("self", map);
    Object[] array = {list, map, new Holder(array()), new Holder(null)};
    ((Holder) array[3]).held = array;
    objects("shared", new Holder(list), map, array, Collections.unmodifiableList(list));
  }

  static Object array() {
    return new Object[] {new int[][] {{1}, null}, new char[] {'x'}, new boolean[] {true}, new float[] {1}};
  }

  // The writer meets an exception in the middle of an object, and goes on.
  static void aborted() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    out.writeObject("before");
    try {
      out.writeObject(new Holder(filled(new ArrayList<>(), 1, new Object())));
    } catch (NotSerializableException expected) {
      expected.setStackTrace(new StackTraceElement[0]);
    }
    out.writeObject("after");
    out.writeInt(5);
    out.close();
    keep("aborted", bytes.toByteArray(), "{\"items\":[\n {\"op\":\"object\",\"value\":\"before\"},\n"
        + " {\"op\":\"aborted\",\"value\":\"java.io.NotSerializableException: java.lang.Object\"},\n"
        + " {\"op\":\"object\",\"value\":\"after\"},\n {\"op\":\"bytes\",\"hex\":\"00000005\"}],\n"
        + "\"error\":null}\n");
  }

  public static void main(String[] args) throws Exception {
    folder = Path.of(args[0]);
    Files.createDirectories(folder);
    lists();
    queues();
    wrappers();
    maps();
    hashOrders();
    treeBins();
    times();
    values();
    addresses();
    unique();
    shared();
    aborted();
  }
}
