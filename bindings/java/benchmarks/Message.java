import dev.adit.Core;
import dev.adit.CoreBuilder;
import dev.adit.Json;
import dev.adit.Library;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.DoubleSupplier;

/**
 * The cost of a message beside that of C, in one run: {@code Message LIBRARY BASELINE COUNT}.
 *
 * <p>BASELINE is the program of message.c. Each prints nanoseconds for a message; the least of ten runs counts.
 */
public final class Message {
    private static final String TEXT = "{\"counter\":{\"request\":{\"increment\":{\"by\":1}}}}";

    private static long heard;

    private static double least(DoubleSupplier measure) {
        double least = Double.MAX_VALUE;
        for (int run = 0; run < 10; run++) {
            least = Math.min(least, measure.getAsDouble());
        }
        return least;
    }

    private static double inC(String[] arguments, int batch) {
        try {
            Process process = new ProcessBuilder(arguments[1], arguments[0], arguments[2], "" + batch).start();
            return Double.parseDouble(new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    private static double run(CoreBuilder builder, boolean isText, int count, int batch) {
        heard = 0;
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
        try (Core core = isText ? builder.onText(text -> heard++).open() : builder.onMessage(message -> heard++).open()) {
            Json message = Json.parse(TEXT);
            long begin = System.nanoTime();
            for (int sent = 0; sent < count; sent += batch) {
                for (int index = 0; index < batch; index++) {
                    if (isText) {
                        core.send(bytes);
                    } else {
                        core.send(message);
                    }
                }
                core.process();
            }
            double cost = (double) (System.nanoTime() - begin) / count;
            if (heard != count) {
                throw new IllegalStateException(heard + " of " + count + " were heard");
            }
            return cost;
        }
    }

    public static void main(String[] arguments) {
        Library library = Library.load(arguments[0]);
        int count = Integer.parseInt(arguments[2]);
        for (int batch : new int[] {1, 100}) {
            double baseline = least(() -> inC(arguments, batch));
            System.out.printf("C, %d at a time: %.0f ns%n", batch, baseline);
            for (boolean isText : new boolean[] {true, false}) {
                double cost = least(() -> run(library.core("counter"), isText, count, batch));
                System.out.printf("%s, %d at a time: %.0f ns, %.2f times C%n", isText ? "texts" : "objects", batch, cost, cost / baseline);
            }
        }
        Json batches = Json.object("delivery", "batches");
        double cost = least(() -> run(library.core("counter").config(batches), false, count, 100));
        System.out.printf("objects, 100 at a time, \"delivery\": \"batches\": %.0f ns%n", cost);
    }
}
