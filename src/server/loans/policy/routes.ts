import * as desk from "#shared/contract/loans/application-desk.ts";
import * as instant from "#shared/contract/loans/instant-loans.ts";
import * as contract from "#shared/contract/loans/policy.ts";
import type { Cents } from "#shared/money.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import {
  type KeptTerms,
  type LoanPolicy,
  policyInForce,
  quoteOrNone,
} from "#server/loans/lending/loan-policy.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** The price of instant loans and the rules to get one, which the office maintains. */
export function loanPolicyRoutes(notify: Notify): Mounted[] {
  return [...mountReads(), ...mountChanges(notify), ...mountBlacklist()];
}

interface GivenPolicy extends Omit<LoanPolicy, "price" | "openApplications" | keyof KeptTerms> {
  readonly openApplications?: number | undefined;
  readonly feeTiers: readonly {
    readonly upTo?: Cents | undefined;
    readonly flatFee: Cents;
    readonly rateBasisPoints: number;
  }[];
}

function policyOf<Given extends GivenPolicy>(given: Given) {
  const { feeTiers, openApplications = 1, ...rest } = given;
  const tiers = feeTiers.map(({ upTo = null, flatFee, rateBasisPoints }) => {
    return { upTo, flatFee, rateBasisPoints: BigInt(rateBasisPoints) };
  });
  return { ...rest, openApplications, price: { tiers } };
}

function mountReads(): Mounted[] {
  return [
    mountRead(instant.policyInForce, async (snapshot) =>
      present.presentPolicy(await policyInForce(snapshot)),
    ),
    mountRead(contract.policies, async (snapshot) =>
      present.presentPolicies(await queries.policyHistory(snapshot)),
    ),
    mountRead(desk.previewPolicy, async (snapshot, { body }) => {
      const inForce = await policyInForce(snapshot);
      const proposed = policyOf(body.policy);
      return body.amounts.map((amount) =>
        present.presentPreview(
          amount,
          quoteOrNone(inForce, amount, body.period),
          quoteOrNone(proposed, amount, body.period),
        ),
      );
    }),
  ];
}

function mountChanges(notify: Notify): Mounted[] {
  return [
    mountWrite(desk.setPolicy, {
      handle: async (work, { body }) =>
        present.presentPolicy(await commands.setPolicy(work, policyOf(body), notify)),
    }),
    mountWrite(contract.cancelPolicy, {
      handle: async (work, { params }) => {
        const { id } = await commands.cancelPolicy(work, params.id, notify);
        return { id: String(id), state: "cancelled" as const };
      },
    }),
  ];
}

function mountBlacklist(): Mounted[] {
  return [
    mountRead(contract.blacklist, async (snapshot, { query }) => {
      const { rows, next } = await queries.listedMembers(snapshot, query.after);
      const removed = await queries.removedMembers(snapshot);
      return {
        rows: rows.map(present.presentListed),
        next,
        removed: removed.map(present.presentRemoved),
      };
    }),
    mountWrite(contract.listMember, {
      handle: async (work, { body }) =>
        present.presentListed(await commands.listMember(work, body)),
    }),
    mountWrite(contract.removeMember, {
      handle: async (work, { params, body }) => {
        await commands.removeMember(work, { ...params, ...body });
        return params;
      },
    }),
  ];
}
