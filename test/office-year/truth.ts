/** The truth about the society, whatever its files say. Amounts are cents. */
export interface Member {
  readonly memberNo: string;
  readonly name: string;
  readonly idNo: string;
  /** Empty where the office never had one. */
  readonly mobile: string;
  readonly joined: string;
  /** Deposits and share capital at the end of 2024. */
  readonly openingDeposits: bigint;
  readonly openingShares: bigint;
  /** The deposits of each month of 2025, then of January to March 2026. */
  readonly deposits: readonly bigint[];
  /** Share capital bought in June 2025. */
  readonly boughtShares: bigint;
  readonly loan: Loan | null;
}

export interface Loan {
  readonly loanNo: string;
  readonly principal: bigint;
  readonly fee: bigint;
  readonly monthly: bigint;
  readonly months: number;
  /** The day it was paid out; the first instalment is a month later. */
  readonly start: string;
  /** The balance at the end of 2025. */
  readonly broughtForward: bigint;
  /** The repayments in January, February and March of 2026. */
  readonly repaid: readonly bigint[];
}

export const MEMBERS = 300;
export const FIRST_NUMBER = 2001;

/** Returns the 300 members, the same in every run. */
export function foundingMembers(): Member[] {
  const random = new Random(20_260_414);
  return Array.from({ length: MEMBERS }, (_, index) => memberAt(index, random));
}

const firstNames = ["Wanjiku", "Otieno", "Achieng", "Kiprono", "Mutua", "Njeri", "Barasa", "Amina"];
const lastNames = [
  "Kamau",
  "Odhiambo",
  "Chebet",
  "Musyoka",
  "Wafula",
  "Hassan",
  "N'gang'a",
  "Muñiz",
];

function memberAt(index: number, random: Random): Member {
  const first = firstNames[index % firstNames.length] ?? "";
  const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? "";
  const saves = random.shillings(500, 12_000);
  return {
    memberNo: `MS${FIRST_NUMBER + index}`,
    name: `${first} ${last} ${index + 1}`,
    idNo: String(20_000_000 + index * 37),
    mobile: index % 50 === 49 ? "" : `+2547${String(20_000_000 + index).padStart(8, "0")}`,
    joined: `20${15 + (index % 9)}-0${1 + (index % 9)}-1${index % 9}`,
    openingDeposits: random.cents(8_000, 400_000),
    openingShares: random.shillings(5, 60) * 1000n,
    deposits: Array.from({ length: 15 }, () => (random.below(12) === 0 ? 0n : saves)),
    boughtShares: random.below(4) === 0 ? random.shillings(1000, 9000) : 0n,
    loan: index % 5 < 2 ? loanAt(index, random) : null,
  };
}

function loanAt(index: number, random: Random): Loan {
  const months = 12 + random.below(37);
  const principal = random.shillings(20, 300) * 1000n;
  const fee = principal / 10n;
  const total = principal + fee;
  // To the nearest whole shilling, as payroll systems ask for.
  const monthly = ((total / BigInt(months) + 50n) / 100n) * 100n;
  const startMonth = 1 + random.below(9);
  const paidBefore = BigInt(Math.min(12 - startMonth, months - 4));
  const misses = random.below(8) === 0;
  return {
    loanNo: `DL${7001 + index}`,
    principal,
    fee,
    monthly,
    months,
    start: `2025-0${startMonth}-05`,
    broughtForward: total - paidBefore * monthly,
    repaid: [monthly, monthly, misses ? 0n : monthly],
  };
}

/** A separate generator, so that the society never changes with a library. */
class Random {
  #state: bigint;

  constructor(seed: number) {
    this.#state = BigInt(seed);
  }

  below(limit: number): number {
    this.#state =
      (this.#state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number((this.#state >> 33n) % BigInt(limit));
  }

  /** Whole shillings in cents. */
  shillings(from: number, to: number): bigint {
    return BigInt(from + this.below(to - from + 1)) * 100n;
  }

  cents(from: number, to: number): bigint {
    return this.shillings(from, to) + BigInt(this.below(100));
  }
}
