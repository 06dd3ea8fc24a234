// SPDX-License-Identifier: Apache-2.0
package peer;

import bench.Lines;

/** Rows record.KIND.LENGTH: KIND is deserializeClasses or deserializeRecords. */
public final class RecordRows {
  private RecordRows() {}

  public static void main(String[] args) throws Exception {
    String[] row = args[0].split("\\.");
    int length = Integer.parseInt(row[2]);
    byte[] bytes =
        switch (row[1]) {
          case "deserializeClasses" -> Lines.write(Lines.classes(length));
          case "deserializeRecords" -> Lines.write(Lines.records(length));
          default -> throw new IllegalArgumentException("no such row: " + args[0]);
        };
    Timing.report(args, () -> Lines.read(bytes));
  }
}
