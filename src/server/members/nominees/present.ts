import { maskedMobile } from "#shared/masked.ts";
import { type CodeHolder, codeBlockOf } from "#server/members/membership/code-holder.ts";
import type { NomineeChange } from "./queries.ts";

/** A stored list on the wire: one nominee on each line. */
function presentList(list: string) {
  return list
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", relation = "", points = ""] = line.split("; ");
      return { name, relation, share: points === "" ? "" : String(Number(points) / 100) };
    });
}

/** A member's nominees and whether they can be changed, on the wire. */
export function presentNominees(holder: CodeHolder, list: string) {
  return {
    blocked: codeBlockOf(holder),
    mobileNo: maskedMobile(holder.confirmed_mobile),
    nominees: presentList(list),
  };
}

/** One change, on the wire. */
export function presentChange(row: NomineeChange) {
  return {
    id: String(row.id),
    date: row.changed_on,
    time: row.changed_time,
    old: presentList(row.old_list),
    new: presentList(row.new_list),
  };
}
