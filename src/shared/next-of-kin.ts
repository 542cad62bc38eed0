import type { FieldProblem } from "./contract/kernel/problems.ts";

/** A next of kin, with their relationship and share if known. */
export interface Kin {
  readonly fullName: string;
  readonly relation?: string | undefined;
  /** In hundredths of a percent; shares, if given, sum to the whole. */
  readonly shareBp?: number | null | undefined;
}

/** The most next of kin the register keeps of a member. */
export const MAX_KIN = 3;

/** The whole of the shares, in hundredths of a percent. */
const WHOLE_SHARE = 10_000;

/** Returns a share in percent as hundredths, above 0 and at most 100 %; null if it is not one. */
export function readShare(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  const points = Number((found?.[1] ?? "") + (found?.[2] ?? "").padEnd(2, "0"));
  return found !== null && points > 0 && points <= WHOLE_SHARE ? points : null;
}

/** Whether shares sum to the whole, or none is given. */
export function sharesAreWhole(shares: readonly (number | null | undefined)[]): boolean {
  const sum = shares.reduce<number>((total, share) => total + (share ?? 0), 0);
  return sum === 0 || sum === WHOLE_SHARE;
}

const LONGEST = { name: 120, relation: 60 } as const;

function readKinLine(line: string): Kin | FieldProblem {
  const [fullName = "", relation = "", share = "", ...more] = line
    .split(";")
    .map((one) => one.trim());
  const isLong = fullName.length > LONGEST.name || relation.length > LONGEST.relation;
  if (fullName === "" || isLong || more.length > 0) return "kin.line";
  if (share === "") return { fullName, relation, shareBp: null };
  const shareBp = readShare(share);
  return shareBp === null ? "share.form" : { fullName, relation, shareBp };
}

/** Reads next of kin, one per line: name, relationship and share, separated by semicolons. */
export function readKin(text: string): readonly Kin[] | FieldProblem {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > MAX_KIN) return "kin.many";
  const read = lines.map(readKinLine);
  const problem = read.find((one) => typeof one === "string");
  if (problem !== undefined) return problem;
  const kin = read.filter((one) => typeof one !== "string");
  return sharesAreWhole(kin.map(({ shareBp }) => shareBp)) ? kin : "kin.shares";
}

/** Writes next of kin in the form they are read, one per line. */
export function writeKin(kin: readonly Kin[]): string {
  const share = (points: number) => `${points / 100} %`;
  return kin
    .map(({ fullName, relation = "", shareBp }) => {
      if (typeof shareBp === "number") return [fullName, relation, share(shareBp)].join("; ");
      return relation === "" ? fullName : `${fullName}; ${relation}`;
    })
    .join("\n");
}
