package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the tool in this JVM: its exit code and what it has printed. */
record Run(int code, String out, String err) {

    static Run of(Object... args) {
        String[] texts = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            texts[i] = args[i].toString();
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Ctl.run(new PrintWriter(out), new PrintWriter(err), texts);
        return new Run(code, out.toString(), err.toString());
    }

    /** The same, which must exit with a code. */
    static Run expect(int code, Object... args) {
        Run run = of(args);
        assertThat(run.code()).as("%s %s", String.join(" ", java.util.Arrays.toString(args)), run).isEqualTo(code);
        return run;
    }

    /** What it has printed, as JSON. */
    JsonValue json() {
        return JsonValue.parse(out);
    }
}
