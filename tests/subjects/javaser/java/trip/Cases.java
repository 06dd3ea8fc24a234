// SPDX-License-Identifier: Apache-2.0
package trip;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The values that round_trip_test.cpp writes, by the names of its cases. */
final class Cases {
  static Map<String, Object> values() {
    Map<String, Object> cases = new LinkedHashMap<>();
    cases.put("numbers", numbers());
    cases.put("mutable", mutable());
    cases.put("texts", texts());
    cases.put("arrays", arrays());
    cases.put("options", options());
    cases.put("collections", collections());
    cases.put("graph", graph());
    cases.put("links", links(500));
    cases.put("hierarchy", hierarchy());
    cases.put("things", things());
    cases.put("evolved-record", new Types.EvolvedRecord(0, 42, null));
    cases.put("evolved-class", evolved());
    return cases;
  }

  private static Types.Numbers[] numbers() {
    return new Types.Numbers[] {
      new Types.Numbers(false, Byte.MIN_VALUE, Character.MIN_VALUE, Short.MIN_VALUE,
          Integer.MIN_VALUE, Long.MIN_VALUE, Float.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY),
      new Types.Numbers(true, Byte.MAX_VALUE, Character.MAX_VALUE, Short.MAX_VALUE,
          Integer.MAX_VALUE, Long.MAX_VALUE, Float.MAX_VALUE, Double.MAX_VALUE),
      new Types.Numbers(true, (byte) -1, '\ud800', (short) -1, -1, -1, Float.MIN_VALUE,
          Double.MIN_VALUE),
      new Types.Numbers(false, (byte) 0, 'x', (short) 0, 0, 0, Float.NaN, -0.0),
    };
  }

  private static Types.Mutable mutable() {
    Types.Mutable made = new Types.Mutable();
    made.z = true;
    made.b = -2;
    made.c = '\u20ac';
    made.s = -300;
    made.i = 70000;
    made.j = -5_000_000_000L;
    made.f = 1.5f;
    made.d = -2.25;
    made.text = "text";
    made.point = new Types.Point(1, -1);
    made.color = Types.Color.GREEN;
    return made;
  }

  private static String[] texts() {
    return new String[] {
      "", "plain", "\0", "a\0b", "\u00e9\u20ac", "\ud83d\ude00", "\ud800", "\udc00\ud800",
      "x".repeat(65535), "y".repeat(70000), "\u20ac".repeat(30000), null,
    };
  }

  private static Types.Arrays arrays() {
    return new Types.Arrays(
        new boolean[] {true, false, true},
        new byte[] {-128, 0, 127},
        new char[] {'a', '\0', '\uffff'},
        new short[] {-32768, 32767},
        new int[] {},
        new long[] {Long.MIN_VALUE, 1},
        new float[] {1.5f, -0.0f},
        new double[] {Math.PI},
        new String[] {"one", "two"},
        new int[][] {{1, 2, 3}, {}, {4}},
        new Types.Point[] {new Types.Point(1, 2), new Types.Point(3, 4)},
        new Integer[] {1000, null, -1000},
        new Types.Color[] {Types.Color.RED, Types.Color.GREEN, Types.Color.RED});
  }

  private static Types.Options[] options() {
    return new Types.Options[] {
      new Types.Options(null, null, null, null, null, null, null, null, null, null, null, null),
      new Types.Options(true, (byte) -1, '\u1234', (short) 1000, 1000, 1000L, 1.5f, 2.5, "text",
          new Types.Point(5, 6), new int[] {7}, Types.Color.BLUE),
    };
  }

  private static Types.Collections collections() {
    LinkedHashSet<Long> hashed = new LinkedHashSet<>();
    hashed.add(1L << 40);
    LinkedHashMap<String, Types.Point> map = new LinkedHashMap<>();
    for (int i = 100; i < 130; ++i) map.put("key" + i, new Types.Point(i, -i));
    LinkedHashMap<Integer, List<String>> lists = new LinkedHashMap<>();
    return new Types.Collections(
        new ArrayList<>(List.of(1000, 2000, 3000)),
        new ArrayList<>(
            List.of(new ArrayList<>(List.of("a", "b")), new ArrayList<>(), new ArrayList<>(List.of("c")))),
        new LinkedHashSet<>(List.of("first", "second", "third")),
        hashed,
        map,
        lists);
  }

  private static Types.Node graph() {
    Types.Node first = new Types.Node();
    Types.Node second = new Types.Node();
    first.id = 1;
    first.next = second;
    first.other = first;
    second.id = 2;
    second.next = first;
    second.all = new Types.Node[] {first, second, null};
    first.all = second.all;
    return first;
  }

  private static Types.Link links(int count) {
    Types.Link list = null;
    for (int id = count; id > 0; --id) list = new Types.Link(id, list);
    return list;
  }

  private static Types.Leaf hierarchy() {
    Types.Base base = new Types.Base();
    base.id = 1;
    base.name = "base";
    Types.Middle middle = new Types.Middle();
    middle.id = 2;
    Types.Leaf leaf = new Types.Leaf();
    ((Types.Base) leaf).id = 3;
    leaf.name = "leaf";
    leaf.id = 0.5;
    leaf.others = new Types.Base[] {base, middle, leaf, base};
    return leaf;
  }

  private static Types.Things things() {
    Types.Middle middle = new Types.Middle();
    middle.name = "middle";
    return new Types.Things(
        new Types.Point(1, 2), new Object[] {"text", 1234, new Types.Point(3, 4), null}, middle);
  }

  private static Types.EvolvedClass evolved() {
    Types.EvolvedClass made = new Types.EvolvedClass();
    made.added = 0;
    made.addedText = null;
    made.kept = 42;
    return made;
  }

  private Cases() {}
}
