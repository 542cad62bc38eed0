/** The accounts that a sender can name beside the member number. */
export type Purpose = "deposits" | "share-capital" | "withdrawable" | "loan";

const purposeWords: ReadonlyMap<string, Purpose> = new Map([
  ...["D", "DEPOSIT", "DEPOSITS", "SAVINGS", "AMANA", "AKIBA"].map(
    (word) => [word, "deposits"] as const,
  ),
  ...["S", "SHARE", "SHARES", "HISA"].map((word) => [word, "share-capital"] as const),
  ...["W", "WITHDRAWABLE"].map((word) => [word, "withdrawable"] as const),
  ...["L", "LOAN", "MKOPO"].map((word) => [word, "loan"] as const),
]);

/** The most runs of letters or digits that are read; a text with more matches no member. */
const MAX_RUNS = 12;

/** Returns the runs of letters and of digits in an account number as a sender typed it. */
export function runsOf(text: string): string[] {
  const upper = text.normalize("NFKC").toUpperCase();
  // Between digits the letter O can only be a zero.
  const read = upper.replace(/(?<=[0-9])O+(?=[0-9])/g, (letters) => "0".repeat(letters.length));
  const runs = read.match(/[A-Z]+|[0-9]+/g) ?? [];
  return runs.length > MAX_RUNS ? [] : runs;
}

/** Returns the texts in the runs that may be the number of a member or a loan. */
export function keysOf(runs: readonly string[]): string[] {
  const keys = runs.flatMap((_, at) => [runs.slice(0, at + 1).join(""), runs.slice(at).join("")]);
  return [...new Set(keys)];
}

/** A member or a loan whose number is one of the keys. */
export interface Named {
  readonly key: string;
  /** `digits` if only the digits of the number agree. */
  readonly by: "number" | "digits";
  readonly memberId: bigint;
  /** Null for a member. */
  readonly loanId: bigint | null;
}

/** The member and account that an account number names; `purpose` is null if none was typed. */
export interface Reading {
  readonly memberId: bigint;
  readonly purpose: Purpose | null;
  readonly loanId: bigint | null;
}

/**
 * Reads an account number by what its keys name. The readings are tried from the strictest to the
 * most generous; one that fits two members or two loans is `ambiguous`, and no later one is tried.
 */
export function readAccount(
  runs: readonly string[],
  named: readonly Named[],
): Reading | "unknown" | "ambiguous" {
  const whole = runs.join("");
  const members = (key: string, by: Named["by"]) =>
    named.filter((one) => one.key === key && one.by === by && one.loanId === null);
  const loans = (key: string) => named.filter((one) => one.key === key && one.loanId !== null);
  const anyMembers = (key: string) => {
    const exact = members(key, "number");
    return exact.length > 0 ? exact : members(key, "digits");
  };
  const halves = runs.slice(1).map((_, at) => {
    const [left, right] = [runs.slice(0, at + 1).join(""), runs.slice(at + 1).join("")];
    return { left, right };
  });
  const attempts: (() => Reading[])[] = [
    () => members(whole, "number").map(toMember(null)),
    () => loans(whole).map(toLoan),
    () => members(whole, "digits").map(toMember(null)),
    () =>
      halves.flatMap(({ left, right }) => [
        ...withPurpose(anyMembers(left), right),
        ...withPurpose(anyMembers(right), left),
        ...ownLoans(anyMembers(left), loans(right)),
        ...ownLoans(anyMembers(right), loans(left)),
      ]),
  ];
  for (const attempt of attempts) {
    const readings = distinct(attempt());
    if (readings.length > 1) return "ambiguous";
    if (readings[0] !== undefined) return readings[0];
  }
  return "unknown";
}

const toMember =
  (purpose: Purpose | null) =>
  ({ memberId }: Named): Reading => ({ memberId, purpose, loanId: null });

const toLoan = ({ memberId, loanId }: Named): Reading => ({ memberId, purpose: "loan", loanId });

function withPurpose(members: readonly Named[], word: string): Reading[] {
  const purpose = purposeWords.get(word);
  return purpose === undefined ? [] : members.map(toMember(purpose));
}

function ownLoans(members: readonly Named[], loans: readonly Named[]): Reading[] {
  const owners = new Set(members.map(({ memberId }) => memberId));
  return loans.filter(({ memberId }) => owners.has(memberId)).map(toLoan);
}

function distinct(readings: readonly Reading[]): Reading[] {
  const keyed = readings.map((one) => {
    const key = `${one.memberId} ${one.purpose ?? ""} ${one.loanId ?? ""}`;
    return [key, one] as const;
  });
  return [...new Map(keyed).values()];
}
