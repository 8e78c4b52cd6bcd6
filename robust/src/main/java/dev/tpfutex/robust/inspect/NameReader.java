package dev.tpfutex.robust.inspect;

import dev.tpfutex.shm.layout.DescriptorLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Reads the lock descriptors and the name index. */
final class NameReader {

    private final SpaceMemory memory;
    private final DamageList damage;

    NameReader(SpaceMemory memory, DamageList damage) {
        this.memory = memory;
        this.damage = damage;
    }

    /** Names of the locks by index. */
    Map<Integer, String> readAll() {
        Map<Integer, String> names = new TreeMap<>();
        // First: a record is linked by the index before its descriptor says so.
        for (int lock = 0; lock < memory.layout().maxLocks(); lock++) {
            if (memory.getInt(descriptor(lock) + DescriptorLayout.STATE) == DescriptorLayout.LINKED) {
                names.put(lock, name(lock));
            }
        }
        BitSet indexed = indexed();
        names.keySet().forEach(lock -> {
            if (!indexed.get(lock)) {
                damage.add(descriptor(lock), names.get(lock), "the name index does not lead to it");
            }
        });
        return names;
    }

    private String name(int lock) {
        long at = descriptor(lock);
        int length = memory.getInt(at + DescriptorLayout.LENGTH);
        if (length < 1 || length > DescriptorLayout.MAX_NAME) {
            damage.add(at + DescriptorLayout.LENGTH, "a name of " + length + " bytes");
            return "#" + lock;
        }
        byte[] bytes = memory.getBytes(at + DescriptorLayout.NAME, length);
        String name = new String(bytes, StandardCharsets.UTF_8);
        if (Arrays.hashCode(bytes) != memory.getInt(at + DescriptorLayout.HASH)) {
            damage.add(at + DescriptorLayout.NAME, name, "the name does not have the hash that it was made with");
        }
        return name;
    }

    /** Which locks the entries of the index lead to. */
    private BitSet indexed() {
        BitSet indexed = new BitSet();
        for (int i = 0; i < memory.layout().nameEntries(); i++) {
            long at = memory.layout().names() + (long) i * Long.BYTES;
            long entry = memory.getLong(at);
            int lock = (int) entry - 1;
            if (entry == 0) {
                continue;
            }
            if (lock < 0 || lock >= memory.layout().maxLocks()) {
                damage.add(at, "points to lock " + lock + ", which the space does not have");
            } else if (memory.getInt(descriptor(lock) + DescriptorLayout.HASH) == (int) (entry >>> Integer.SIZE)) {
                indexed.set(lock);
            } else {
                damage.add(at, "points to lock " + lock + ", whose name has another hash");
            }
        }
        return indexed;
    }

    private long descriptor(int lock) {
        return memory.layout().descriptor(lock);
    }
}
