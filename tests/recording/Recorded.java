// SPDX-License-Identifier: Apache-2.0
import java.nio.file.Path;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.*;

/** Prints each event of a recording on one line, by the JDK's own reader: type, then name=value,
 * tabs between. A line's end or a tab in a value is told with a backslash. */
public class Recorded {
    public static void main(String[] arguments) throws Exception {
        try (RecordingFile file = new RecordingFile(Path.of(arguments[0]))) {
            while (file.hasMoreEvents()) print(file.readEvent());
        }
    }

    private static void print(RecordedEvent event) {
        StringBuilder line = new StringBuilder(event.getEventType().getName());
        for (ValueDescriptor field : event.getFields()) {
            line.append('\t').append(field.getName()).append('=');
            String value = text(event.getValue(field.getName()), event, field);
            line.append(value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t"));
        }
        System.out.println(line);
    }

    private static String text(Object value, RecordedEvent event, ValueDescriptor field) {
        if (value instanceof RecordedThread thread) return thread.getOSName() + "/" + thread.getOSThreadId();
        if (value instanceof RecordedClass type) return type.getName();
        if (value instanceof RecordedMethod method) return text(method);
        if (value instanceof RecordedStackTrace stack) {
            StringBuilder text = new StringBuilder();
            for (RecordedFrame frame : stack.getFrames()) {
                text.append(text(frame.getMethod())).append(':').append(frame.getLineNumber());
                text.append(':').append(frame.getType()).append('|');
            }
            return text.toString();
        }
        String content = field.getContentType();
        if ("jdk.jfr.Timestamp".equals(content)) return event.getInstant(field.getName()).toString();
        if ("jdk.jfr.Timespan".equals(content)) return event.getDuration(field.getName()).toString();
        return String.valueOf(value);
    }

    private static String text(RecordedMethod method) {
        return method.getType().getName() + "#" + method.getName();
    }
}
