import { expect } from "vitest";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { employ, foundSociety, signIn, tryToApprove } from "./people.ts";
import { manyWrites, useServedSociety } from "./served-society.ts";
import { approvalOf, counterCalls } from "./tills.ts";
import { withdrawalCalls } from "./withdrawals.ts";

type Staff = Readonly<Record<string, Parameters<typeof employ>[2]>>;

/** A served society with tellers at the counter and members who withdraw. */
export function tellerOffice(staff: Staff, limits: Partial<Limits> = {}) {
  const society = useServedSociety({
    limits: {
      ...manyWrites,
      readsPerMinute: 60_000,
      readBurst: 60_000,
      signInFailuresPerIp: 10_000,
      otpSendsPerIpPerHour: 10_000,
      otpSignedInBudgetPerDay: 10_000,
      ...limits,
    },
  });
  const tokens: Record<string, string> = {};
  const counter = counterCalls(society, tokens);
  const approve = (id: string, who = "TREASURER") => tryToApprove(society, tokens[who] ?? "", id);
  let employed = 0;

  const hire = async (staffNo: string, role: Staff[string]): Promise<void> => {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  };

  return {
    society,
    tokens,
    approve,
    counter,
    withdrawals: withdrawalCalls(society, tokens),
    /** Founds the society and signs its staff in. */
    async employStaff(): Promise<void> {
      await foundSociety(society);
      for (const [staffNo, role] of Object.entries(staff)) await hire(staffNo, role);
    },
    /** Employs a teller who opens a till, with a float that the treasurer approves. */
    async newTeller(float = 0): Promise<string> {
      const staffNo = `TL${(employed += 1)}`;
      await hire(staffNo, "teller");
      const opened = await counter.open(staffNo, float);
      if (float > 0) expect((await approve(approvalOf(opened))).status).toBe(201);
      return staffNo;
    },
  };
}
