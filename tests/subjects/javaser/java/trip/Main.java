// SPDX-License-Identifier: Apache-2.0
package trip;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads NAME.ser of the given folder for each case and says `NAME same`, or what is otherwise.
 * Writes the case's own value to NAME.java.
 */
public final class Main {
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    for (Map.Entry<String, Object> entry : Cases.values().entrySet()) {
      String name = entry.getKey();
      System.out.println(name + ' ' + verdict(folder.resolve(name + ".ser"), entry.getValue()));
      try (OutputStream file = Files.newOutputStream(folder.resolve(name + ".java"));
          ObjectOutputStream out = new ObjectOutputStream(file)) {
        out.writeObject(entry.getValue());
      }
    }
    System.out.println("items " + verdictOfItems(folder.resolve("items.ser")));
    writeItems(folder.resolve("items.java"));
  }

  private static String verdict(Path path, Object expected) throws Exception {
    try (InputStream file = Files.newInputStream(path);
        ObjectInputStream in = new ObjectInputStream(file)) {
      String read = Graph.text(in.readObject());
      if (in.read() != -1) return "has more than one object";
      return read.equals(Graph.text(expected)) ? "same" : read.replace('\n', ' ');
    } catch (IOException | ReflectiveOperationException | RuntimeException failure) {
      return failure.toString();
    }
  }

  /** Primitives between objects, and a reset: what one object cannot show. */
  private static String verdictOfItems(Path path) throws Exception {
    try (InputStream file = Files.newInputStream(path);
        ObjectInputStream in = new ObjectInputStream(file)) {
      boolean same = in.readBoolean() && in.readByte() == -1 && in.readShort() == -2;
      same &= in.readChar() == 'c' && in.readInt() == -3 && in.readLong() == -4;
      same &= in.readFloat() == 1.5f && in.readDouble() == -2.5;
      same &= in.readUTF().equals("utf\0\u20ac\ud83d\ude00");
      Object point = in.readObject();
      same &= point.equals(new Types.Point(1, 2)) && in.readObject() == point;
      byte[] bytes = new byte[3000];
      in.readFully(bytes);
      for (int i = 0; i < bytes.length; ++i) same &= bytes[i] == (byte) i;
      Object again = in.readObject();
      same &= again.equals(point) && again != point && in.readObject() == null;
      return same && in.read() == -1 ? "same" : "differ";
    } catch (IOException | ReflectiveOperationException | RuntimeException failure) {
      return failure.toString();
    }
  }

  private static void writeItems(Path path) throws IOException {
    try (OutputStream file = Files.newOutputStream(path);
        ObjectOutputStream out = new ObjectOutputStream(file)) {
      out.writeBoolean(true);
      out.writeByte(-1);
      out.writeShort(-2);
      out.writeChar('c');
      out.writeInt(-3);
      out.writeLong(-4);
      out.writeFloat(1.5f);
      out.writeDouble(-2.5);
      out.writeUTF("utf\0\u20ac\ud83d\ude00");
      Types.Point point = new Types.Point(1, 2);
      out.writeObject(point);
      out.writeObject(point);
      byte[] bytes = new byte[3000];
      for (int i = 0; i < bytes.length; ++i) bytes[i] = (byte) i;
      out.write(bytes);
      out.reset();
      out.writeObject(point);
      out.writeObject(null);
    }
  }

  private Main() {}
}
