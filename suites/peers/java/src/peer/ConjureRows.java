// SPDX-License-Identifier: Apache-2.0
package peer;

import bench.conjure.Beans;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Rows conjure.JSON.IMPLEMENTATION, by the names of Beans' enums. */
public final class ConjureRows {
  private ConjureRows() {}

  public static void main(String[] args) throws Exception {
    String[] row = args[0].split("\\.");
    String text = Beans.Json.valueOf(row[1]).text();
    Class<?> type = Beans.MapImpl.valueOf(row[2]).type;
    ObjectMapper mapper = Beans.mapper();
    Timing.report(args, () -> mapper.readValue(text, type));
  }
}
