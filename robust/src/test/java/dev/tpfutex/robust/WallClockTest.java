package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.OurClasses;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * NTP steps the clock: what never asks for the time of day cannot be misled by it. Nobody's clock can be stepped in a
 * test, so this looks at every call that is in the library.
 */
class WallClockTest {

    /** Where the time of day is asked for, and why that may be. */
    private static final Set<String> FOR_PEOPLE_ONLY = Set.of(
            // The time of creation in the header.
            "dev/tpfutex/shm/SpaceCreator.java/lang/System.currentTimeMillis",
            // When a snapshot was taken; how long ago things were is told from the monotonic clock.
            "dev/tpfutex/robust/inspect/ReadingTime.java/time/Instant.now",
            // Holder.since, from a monotonic duration.
            "dev/tpfutex/robust/mutex/LockView.java/time/Instant.now");

    private static final Set<String> TIMES_OF_DAY = Set.of(
            "java/lang/System.currentTimeMillis", "java/time/Instant.now", "java/time/LocalDateTime.now",
            "java/time/ZonedDateTime.now", "java/time/OffsetDateTime.now", "java/time/Clock.systemUTC",
            "java/time/Clock.systemDefaultZone", "java/time/Clock.system", "java/util/Date.<init>",
            "java/util/Calendar.getInstance", "java/util/concurrent/locks/LockSupport.parkUntil",
            "java/util/concurrent/locks/Condition.awaitUntil");

    @Test
    @DisplayName("C10: the wall clock steps: nothing in the library that waits or judges ever asks for it")
    void nobodyAsksForTheTimeOfDay() {
        Set<String> found = new TreeSet<>();
        OurClasses.all().forEach(type -> callsOf(type)
                .filter(TIMES_OF_DAY::contains)
                .forEach(call -> found.add(type.thisClass().asInternalName() + "." + call)));
        assertThat(found).isEqualTo(FOR_PEOPLE_ONLY);
    }

    private static Stream<String> callsOf(ClassModel type) {
        return type.methods().stream().flatMap(WallClockTest::callsOf);
    }

    private static Stream<String> callsOf(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .map(call -> call.owner().asInternalName() + "." + call.name().stringValue());
    }
}
