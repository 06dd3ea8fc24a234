// SPDX-License-Identifier: Apache-2.0
package peer;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Mean times of an operation, as JMH's mode avgt takes them: one benchmark in one JVM. */
final class Timing {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** An opaque write is what the compiler cannot leave out. */
  private static Object kept;
  private static final VarHandle KEPT;

  static {
    try {
      KEPT = MethodHandles.lookup().findStaticVarHandle(Timing.class, "kept", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private record Iteration(double nanoseconds, double allocatedBytes) {}

  private Timing() {}

  /** args: ROW WARM-UP-ITERATIONS ITERATIONS MILLISECONDS. Prints a line of JSON. */
  static void report(String[] args, Callable<?> operation) throws Exception {
    int warmUps = Integer.parseInt(args[1]);
    int iterations = Integer.parseInt(args[2]);
    long length = Long.parseLong(args[3]) * 1_000_000L;
    for (int i = 0; i < warmUps; i++) iterate(operation, length);
    double[] times = new double[iterations];
    double[] bytes = new double[iterations];
    for (int i = 0; i < iterations; i++) {
      Iteration iteration = iterate(operation, length);
      times[i] = iteration.nanoseconds;
      bytes[i] = iteration.allocatedBytes;
    }
    Arrays.sort(times);
    Arrays.sort(bytes);
    System.out.printf(
        Locale.ROOT,
        "{\"benchmark\":\"%s\",\"mode\":\"avgt\",\"unit\":\"ns/op\",\"n\":%d,\"median\":%.3f,"
            + "\"min\":%.3f,\"max\":%.3f,\"allocBytesPerOp\":%.1f,\"vm\":\"%s\"}%n",
        args[0], iterations, times[iterations / 2], times[0], times[iterations - 1],
        bytes[iterations / 2], System.getProperty("java.vm.version"));
  }

  private static Iteration iterate(Callable<?> operation, long nanoseconds) throws Exception {
    long thread = Thread.currentThread().getId();
    long allocated = THREADS.getThreadAllocatedBytes(thread);
    long begin = System.nanoTime();
    long taken;
    long operations = 0;
    // Batches grow until reading the clock is a fiftieth of them at most.
    long batch = 1;
    do {
      for (long i = 0; i < batch; i++) KEPT.setOpaque((Object) operation.call());
      operations += batch;
      taken = System.nanoTime() - begin;
      if (taken < nanoseconds / 50 && batch < 1 << 20) batch <<= 1;
    } while (taken < nanoseconds);
    allocated = THREADS.getThreadAllocatedBytes(thread) - allocated;
    return new Iteration((double) taken / operations, (double) allocated / operations);
  }
}
