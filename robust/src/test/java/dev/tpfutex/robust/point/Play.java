package dev.tpfutex.robust.point;

import java.util.List;

/**
 * How a play went.
 *
 * @param points what the victim has traced, if it did
 * @param deaths point and scene of the victim's death, none if it has not come there
 * @param audience what the others have seen
 */
record Play(List<String> points, List<String> deaths, Audience audience) {}
