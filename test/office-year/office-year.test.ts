import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice } from "../check-off.ts";
import { takeStep } from "../dividend-year.ts";
import { importOffice } from "../imports.ts";
import { approveRequest, codeFor, foundSociety, signIn, signUpBody } from "../people.ts";
import { useServedSociety } from "../served-society.ts";
import { choiceOf, signsUp, splitOf } from "./choices.ts";
import {
  csv,
  dayFirst,
  entriesFile,
  loansFile,
  membersFile,
  withWrongDay,
  WRONG_DAY,
} from "./files.ts";
import { Office } from "./office.ts";
import { aprilLines, decisions, payrollFile } from "./payroll.ts";
import {
  afterImport,
  dividendOf,
  type Holding,
  mostToPhone,
  phoneTax,
  type Split,
  sum,
} from "./recompute.ts";
import { type Member, foundingMembers } from "./truth.ts";
import { steps } from "#test/steps.ts";

const plenty = 1_000_000;
const society = useServedSociety({
  limits: {
    readsPerMinute: plenty,
    readBurst: plenty,
    writesPerMinute: plenty,
    writeBurst: plenty,
    documentBurst: plenty,
    otpSendsPerIpPerHour: plenty,
  },
});

const office = new Office(society);
const members = foundingMembers();
const held = afterImport(members);

beforeAll(async () => {
  await foundSociety(society);
  await office.employ();
  await office.at("2026-04-14T06:12:00Z");
});

steps("step by step", () => {
  describe("the recalculation", () => {
    it("uses nothing of the product, so that a mistake cannot be in both", () => {
      const here = new URL(".", import.meta.url);
      const independent = ["choices", "files", "fraction", "payroll", "recompute", "truth"];
      for (const name of independent) {
        const text = readFileSync(new URL(`${name}.ts`, here), "utf8");
        const imported = [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
        expect(imported.filter((from) => !independent.includes(from?.slice(2, -3) ?? ""))).toEqual(
          [],
        );
      }
    });
  });

  describe("an office's year", () => {
    it("begins with an import of 300 members that ties to the cent", async () => {
      const imports = importOffice(society, office.tokens);
      const files = {
        members: membersFile(members.map(withWrongDay)),
        loans: loansFile(members),
        entries: entriesFile(members),
      };
      const detail = await imports.bring(files);
      const [wrong] = (await imports.read(detail.id)).files;
      expect(wrong?.findings).toBe(
        members.filter((member) => withWrongDay(member) !== member).length,
      );
      await mend(`/api/v1/imports/${detail.id}/files/${wrong?.id}`);
      const mended = (await imports.read(detail.id)).files.find(({ kind }) => kind === "members");
      expect(mended).toMatchObject({ rows: 300, findings: 0 });
      await imports.send(detail.id);
      await imports.post(detail.id);
      expect(await office.holdings()).toEqual(held);
    });

    it("closes March, after which nothing is dated in it", async () => {
      await office.close("2026-03");
    });

    it("declares the dividend of 2025 to the cent of each member", async () => {
      await office.done("administrator", "/api/v1/dividends", {
        year: 2025,
        shareRateBasisPoints: 1400,
        depositRateBasisPoints: 1100,
        weighting: "from-the-month",
        booksClosedOn: "2025-12-31",
        agmReference: "AGM-2026",
        holdArrears: false,
        opensOn: "2026-04-15",
        closesOn: "2026-04-30",
        defaultMode: "PAY THROUGH EFT(MOBILE)",
      });
      await dividendStep("treasurer", "approval");
      await dividendStep("administrator", "posting");
      for (const member of members) {
        const holding = held.get(member.memberNo);
        if (holding) holding.dividend = dividendOf(member).gross;
      }
      expect(await office.holdings()).toEqual(held);
      expect(sum([...held.values()].map(({ dividend }) => dividend))).toBeGreaterThan(0n);
    });

    it("lets the members who sign up choose", async () => {
      await office.at("2026-04-16T06:12:00Z");
      for (const [index, member] of members.entries()) {
        if (!signsUp(index)) continue;
        const token = await signUp(member);
        const split = splitOf(choiceOf(index), dividendOf(member).gross, owedOf(member));
        if (choiceOf(index) !== "silent") await choose(token, member, split);
      }
      const uptake = await office.read<{ elected: number }>(
        "treasurer",
        "/api/v1/dividends/2025/uptake",
      );
      expect(uptake.elected).toBe(
        members.filter((_, i) => signsUp(i) && choiceOf(i) !== "silent").length,
      );
    });

    it("locks and pays the dividend, each part to its destination", async () => {
      await office.at("2026-05-04T06:12:00Z");
      await dividendStep("administrator", "lock");
      await dividendStep("administrator", "payment");
      for (const [index, member] of members.entries()) {
        const holding = held.get(member.memberNo);
        if (!holding || !signsUp(index)) continue;
        const split = splitOf(choiceOf(index), holding.dividend, holding.owed);
        holding.dividend = 0n;
        holding.shares += split.shares;
        holding.owed -= split.loan;
      }
      expect(await office.holdings()).toEqual(held);
    });

    it("sends to phones what was meant for phones, and settles it by receipts", async () => {
      const sent = await office.done<{ id: string; payments: number; amount: number }>(
        "administrator",
        "/api/v1/payout-files",
      );
      const phones = members.flatMap((member, index) => {
        if (!signsUp(index)) return [];
        const { phone } = splitOf(choiceOf(index), dividendOf(member).gross, owedOf(member));
        return phone === 0n ? [] : [phone - phoneTax(phone)];
      });
      expect(sent).toMatchObject({ payments: phones.length, amount: Number(sum(phones)) / 100 });
      const rows = await office.csv("administrator", `/api/v1/payout-files/${sent.id}`);
      const results = csv(
        ["Reference", "Receipt", "Amount", "Reason"],
        rows.map((row, at) => [
          row["Reference"] ?? "",
          `RX${10_000 + at}`,
          row["Amount"] ?? "",
          "",
        ]),
      );
      const token = office.tokens["administrator"] ?? "";
      const path = `/api/v1/payout-files/${sent.id}/results`;
      const headers = { "content-type": "text/csv" };
      const reply = await society.send("POST", path, { token, body: results, headers });
      expect(reply.status, reply.text).toBe(201);
      const { approvalId } = reply.body as { approvalId: string };
      await approveRequest(society, office.tokens["treasurer"] ?? "", approvalId);
      const balance = await office.trialBalance("2026-05-04");
      expect(balance.get("payout-clearing")).toBe(0n);
    });

    it("posts the employer's file of April, each line by the meaning of its note", async () => {
      await office.at("2026-05-05T06:12:00Z");
      const lines = aprilLines(members, held);
      const file = payrollFile(lines);
      const checkOff = checkOffOffice(society, office.tokens);
      const declared = String(Number(sum(lines.map(({ amount }) => amount))) / 100);
      const batch = await checkOff.take(file, declared, {
        month: "2026-04",
        fileName: "april.csv",
      });
      expect(batch).toMatchObject({
        lines: lines.length,
        toLoans: Number(sum(lines.map(({ toLoan }) => toLoan))) / 100,
        toDeposits: Number(sum(lines.map(({ toDeposits }) => toDeposits))) / 100,
        toShareCapital: Number(sum(lines.map(({ toShares }) => toShares))) / 100,
        toSuspense: Number(sum(lines.map(({ toSuspense }) => toSuspense))) / 100,
      });
      const decided = decisions(lines, held);
      for (const { row, body } of decided) {
        await office.done("clerk", `/api/v1/check-off/${batch.id}/lines/${row}/decision`, body);
      }
      await checkOff.post(batch.id);
      for (const { memberNo, toLoan, toDeposits } of decided) {
        const holding = held.get(memberNo);
        if (!holding) continue;
        holding.owed -= toLoan;
        holding.deposits += toDeposits;
      }
      for (const { memberNo, toLoan, toDeposits, toShares } of lines) {
        const holding = held.get(memberNo);
        if (!holding) continue;
        holding.owed -= toLoan;
        holding.deposits += toDeposits;
        holding.shares += toShares;
      }
      expect(await office.holdings()).toEqual(held);
    });

    it("closes April, and puts no check-off into it any more", async () => {
      await office.close("2026-04");
      const late = await checkOffOffice(society, office.tokens).upload(
        "member_no,amount\nMS2001,5.00\n",
        "5",
        { month: "2026-04", fileName: "late.csv", valueDate: "2026-04-30" },
      );
      expect(late.status).toBe(422);
      expect(late.body).toMatchObject({ errors: [{ field: "valueDate" }] });
    });

    it("sends a dividend that was on hold once its member confirms the number", async () => {
      await office.at("2026-05-20T06:12:00Z");
      const member = memberAt(CONFIRMS_LATE);
      const { gross } = dividendOf(member);
      await signUp(member);
      const holding = holdingOf(member.memberNo);
      const phone = mostToPhone(gross);
      holding.dividend = 0n;
      holding.shares += gross - phone;
      expect(await office.holdings()).toEqual(held);
      const sent = await office.done("administrator", "/api/v1/payout-files");
      expect(sent).toMatchObject({ payments: 1, amount: Number(phone - phoneTax(phone)) / 100 });
    });

    it("pays a member who leaves exactly what they own", async () => {
      const { memberNo } = memberAt(LEAVES);
      const holding = holdingOf(memberNo);
      await office.at("2026-05-25T06:12:00Z");
      const { id } = await office.done<{ id: string }>("clerk", "/api/v1/exits", {
        memberNo,
        reason: "Retires",
        sharesTo: "MS2004",
      });
      await office.done("treasurer", `/api/v1/exits/${id}/approval`);
      await office.at("2026-06-08T06:12:00Z");
      const pay = `/api/v1/exits/${id}/payment`;
      const paid = await office.done("administrator", pay, { receiptNo: "EFT-77" });
      expect(paid).toMatchObject({ refund: Number(holding.deposits) / 100 });
      holdingOf("MS2004").shares += holding.shares;
      held.set(memberNo, { deposits: 0n, shares: 0n, withdrawable: 0n, dividend: 0n, owed: 0n });
      expect(await office.holdings()).toEqual(held);
    });
  });

  /** Has no loan and guarantees nobody. */
  const LEAVES = 72;
  /** Signs up only after the dividend was paid. */
  const CONFIRMS_LATE = 13;

  function memberAt(index: number): Member {
    const member = members[index];
    if (!member) throw new Error(`there is no member ${index}`);
    return member;
  }

  function holdingOf(memberNo: string): Holding {
    const holding = held.get(memberNo);
    if (!holding) throw new Error(`${memberNo} holds nothing`);
    return holding;
  }

  /** Takes a step of the dividend of 2025, with the digest of what its page shows. */
  async function dividendStep(who: string, noun: string): Promise<void> {
    const reply = await takeStep(society, office.tokens[who] ?? "", noun);
    expect(reply.status, `${noun} ${reply.text}`).toBe(201);
  }

  /** Downloads the rows with errors, corrects the days, and sends only those rows. */
  async function mend(file: string): Promise<void> {
    const [heads = [], ...rows] = await office.table("clerk", `${file}/faults.csv`);
    const mended = rows.map((row) => {
      const member = members.find(({ memberNo }) => row.includes(memberNo));
      return row.map((cell) => (cell === WRONG_DAY ? dayFirst(member?.joined ?? "") : cell));
    });
    const token = office.tokens["clerk"] ?? "";
    const headers = { "content-type": "text/csv" };
    const body = csv(heads, mended);
    const reply = await society.send("POST", `${file}/mending`, { token, body, headers });
    expect(reply.status, reply.text).toBe(201);
  }

  /** A member's balance before the dividend was paid. */
  function owedOf({ memberNo }: Member): bigint {
    return afterImport(members).get(memberNo)?.owed ?? 0n;
  }

  /** Signs a member up by the code that is sent to their number, and signs them in. */
  async function signUp({ memberNo, mobile }: Member): Promise<string> {
    const code = await codeFor(society, memberNo);
    const body = signUpBody(memberNo, code, { mobileNo: mobile });
    const reply = await society.send("POST", "/api/v1/auth/register", { body });
    expect(reply.status, reply.text).toBe(201);
    return signIn(society, memberNo);
  }

  async function choose(token: string, { loan }: Member, split: Split): Promise<void> {
    const rows = [
      { mode: "CAPITALIZE TO SHARES", amount: split.shares },
      { mode: "PAY THROUGH EFT(MOBILE)", amount: split.phone },
      { mode: "OFFSET A LOAN", amount: split.loan, loanNo: loan?.loanNo },
      { mode: "OFFSET HOSPITAL BILL", amount: split.bill, bill: "WARD/7" },
    ]
      .filter(({ amount }) => amount > 0n)
      .map(({ mode, amount, ...more }) => ({ mode, amount: Number(amount) / 100, ...more }));
    const body = { seen: 0, rows };
    const reply = await society.send("POST", "/api/v1/dividends/2025/elections", { token, body });
    expect(reply.status, reply.text).toBe(201);
  }
});
