package dev.tpfutex.robust.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Those who want the mutex in a play: what each was told when it got it, and how long it had to wait once it could. */
final class Audience {

    private static final Pattern TOKEN = Pattern.compile("token=(\\d+)");

    private final PeerJvm jvm;
    private PeerJvm victim;
    private final Map<String, Answer> waiting = new LinkedHashMap<>();
    private final List<Long> tokens = new ArrayList<>();
    private int told;
    private int refused;
    private int othersDeaths;
    private long freeSince = System.nanoTime();
    private Duration longestGap = Duration.ZERO;

    Audience(PeerJvm jvm) {
        this.jvm = jvm;
    }

    /** Until this one is gone, which takes the kernel its time, it may be in the way. */
    void victim(PeerJvm one) {
        victim = one;
    }

    void waits(String thread, Answer answer) {
        waiting.put(thread, answer);
    }

    /** From now on the mutex can be had. */
    void free() {
        freeSince = System.nanoTime();
    }

    /** An owner dies that is not the victim. */
    void expectMark() {
        othersDeaths++;
    }

    boolean hasOwner() {
        return waiting.values().stream().anyMatch(answer -> !answer.isPending());
    }

    /** Lets each have the mutex and give it back, until all have had it and nobody else is in the way. */
    void serveAll(BooleanSupplier victimOut) {
        boolean[] out = {false};
        while (!waiting.isEmpty() || !out[0]) {
            Await.until("one of " + waiting.keySet() + " owns the mutex, or the victim does not want it any more",
                    () -> hasOwner() || !out[0] && (out[0] = victimOut.getAsBoolean()));
            List<String> owners = waiting.keySet().stream().filter(thread -> !waiting.get(thread).isPending()).toList();
            owners.stream().limit(1).forEach(this::serve);
        }
    }

    /** One more acquires, after all that, and has no reason to wait. */
    void lookAround(PeerJvm looker) {
        free();
        take(looker, "look", looker.begin("look", "acquire book"));
    }

    private void serve(String thread) {
        take(jvm, thread, waiting.remove(thread));
    }

    private void take(PeerJvm peer, String thread, Answer acquired) {
        String answer = acquired.text();
        Duration gap = acquired.after(freeSince);
        if (victim.endedAt().isPresent()) {
            Duration afterDeath = acquired.after(victim.endedAt().getAsLong());
            gap = afterDeath.isNegative() || afterDeath.compareTo(gap) > 0 ? gap : afterDeath;
        }
        longestGap = longestGap.compareTo(gap) > 0 ? longestGap : gap;
        if (answer.startsWith("NotRecoverableException")) {
            refused++;
            if (thread.equals("look")) {
                peer.begin(thread, "reset book").is("ok");
            }
            return;
        }
        assertThat(answer).startsWith("held");
        // Nobody else owns it.
        assertThat(waiting.values()).allMatch(Answer::isPending);
        tokens.add(token(answer));
        if (answer.contains("ownerDied")) {
            told++;
            peer.begin(thread, "repair book").is("ok");
        }
        free();
        peer.begin(thread, "release book").is("ok");
    }

    private static long token(String answer) {
        Matcher matcher = TOKEN.matcher(answer);
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** How many owners were told of a death. */
    int told() {
        return told;
    }

    /** How many were refused since the mutex was not recoverable. */
    int refused() {
        return refused;
    }

    /** How many owners but the victim have died. */
    int othersDeaths() {
        return othersDeaths;
    }

    /** Fencing tokens in the order of the owners. */
    List<Long> tokens() {
        return tokens;
    }

    /** From the moment at which somebody could have had the mutex to the next owner. */
    Duration longestGap() {
        return longestGap;
    }
}
