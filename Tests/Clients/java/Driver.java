// Reads and writes messages with a generated class: Driver CLASS
import dev.adit.typed.DecodingException;
import dev.adit.typed.Messages;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public final class Driver {
    public static void main(String[] arguments) throws Exception {
        Class<?> client = Class.forName(arguments[0]);
        Messages toCore = (Messages) client.getField("TO_CORE").get(null);
        Messages toHost = (Messages) client.getField("TO_HOST").get(null);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String text = line.substring(7), answer;
            try {
                answer = (line.startsWith("toCore")
                        ? Messages.json(toCore.sent(text)) : Messages.json(toHost.received(text))).toString();
            } catch (DecodingException error) {
                answer = "error: " + error.getMessage().replace("\n", " ");
            }
            out.print(answer + "\n");
        }
        out.flush();
    }
}
