// SPDX-License-Identifier: Apache-2.0
package trip;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What round_trip_types.hpp binds. */
public final class Types {
  public enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "a constant with a class of its own";
      }
    },
    BLUE
  }

  public record Point(int x, int y) implements Serializable {}

  public record Numbers(boolean z, byte b, char c, short s, int i, long j, float f, double d)
      implements Serializable {}

  public static class Mutable implements Serializable {
    private static final long serialVersionUID = -7;
    public boolean z;
    public byte b;
    public char c;
    public short s;
    public int i;
    public long j;
    public float f;
    public double d;
    public String text;
    public Point point;
    public Color color;
  }

  public record Arrays(
      boolean[] booleans,
      byte[] bytes,
      char[] chars,
      short[] shorts,
      int[] ints,
      long[] longs,
      float[] floats,
      double[] doubles,
      String[] texts,
      int[][] nested,
      Point[] points,
      Integer[] boxes,
      Color[] colors)
      implements Serializable {}

  public record Options(
      Boolean z, Byte b, Character c, Short s, Integer i, Long j, Float f, Double d, String text,
      Point point, int[] ints, Color color)
      implements Serializable {}

  public record Collections(
      List<Integer> numbers,
      List<List<String>> texts,
      Set<String> set,
      Set<Long> hashed,
      Map<String, Point> map,
      Map<Integer, List<String>> lists)
      implements Serializable {}

  public static class Node implements Serializable {
    private static final long serialVersionUID = 11;
    public int id;
    public Node next;
    public Node other;
    public Node[] all;
  }

  public record Link(int id, Link next) implements Serializable {}

  public static class Base implements Serializable {
    private static final long serialVersionUID = 1;
    public int id;
    public String name;
  }

  public static class Middle extends Base {
    private static final long serialVersionUID = 2;
  }

  public static class Leaf extends Middle {
    private static final long serialVersionUID = 3;
    public double id; // another than the base's
    public Base[] others;
  }

  public record Things(Object any, Object[] several, Base base) implements Serializable {}

  /** The writer has `gone` and `goneText`, and lacks `added` and `addedText`. */
  public record EvolvedRecord(long added, int kept, String addedText) implements Serializable {}

  public static class EvolvedClass implements Serializable {
    private static final long serialVersionUID = 5;
    public int added = 99; // no constructor runs: 0 when it is read
    public String addedText = "unused";
    public int kept;
  }

  private Types() {}
}
