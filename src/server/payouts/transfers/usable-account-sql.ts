/**
 * Whether bank details `d` that were approved may be paid to by now, as SQL: the time in which
 * their member can object is over. The function `eft_line_keeps_its_life` (0105) holds it too.
 */
export const isUsable = "coalesce(d.usable_from <= akiba_now(), false)";
