// SPDX-License-Identifier: Apache-2.0
package bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Random;

/**
 * What is read: an array of lines, each of two points of two ints, once as plain classes, once as
 * records. Seeded, so that every process, and bench-records, has the same bytes: these hold the
 * names of the classes, too.
 */
public final class Lines {
  private Lines() {}

  private static final long SEED = 8247532L;

  public record PointR(int x, int y) implements Serializable {}

  public record LineR(PointR p1, PointR p2) implements Serializable {}

  public static class PointC implements Serializable {
    final int x, y;

    public PointC(int x, int y) {
      this.x = x;
      this.y = y;
    }
  }

  public static class LineC implements Serializable {
    final PointC p1, p2;

    public LineC(PointC p1, PointC p2) {
      this.p1 = p1;
      this.p2 = p2;
    }
  }

  public static LineR[] records(int length) {
    Random random = new Random(SEED);
    LineR[] lines = new LineR[length];
    for (int i = 0; i < length; i++) lines[i] = new LineR(pointR(random), pointR(random));
    return lines;
  }

  public static LineC[] classes(int length) {
    Random random = new Random(SEED);
    LineC[] lines = new LineC[length];
    for (int i = 0; i < length; i++) lines[i] = new LineC(pointC(random), pointC(random));
    return lines;
  }

  private static PointR pointR(Random random) {
    return new PointR(random.nextInt(), random.nextInt());
  }

  private static PointC pointC(Random random) {
    return new PointC(random.nextInt(), random.nextInt());
  }

  public static byte[] write(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
      stream.writeObject(object);
    }
    return bytes.toByteArray();
  }

  public static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
    return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
  }
}
