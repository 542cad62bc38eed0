import type * as z from "zod/mini";
import type { application, GuarantorState } from "#shared/contract/loans/life.ts";
import { addCents, type Cents, cents, fromWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { BadgeProps } from "#web/ui/badge.tsx";

type Application = z.output<typeof application.answer>;
export type Guarantor = Application["guarantors"][number];

/** The shape and colour of where a guarantor stands. */
export const guarantorLooks: Readonly<
  Record<GuarantorState, Pick<BadgeProps, "meaning" | "icon">>
> = {
  asked: { meaning: "warn", icon: "clock" },
  accepted: { meaning: "ok", icon: "check" },
  declined: { meaning: "bad", icon: "stop" },
  released: { meaning: "info", icon: "check" },
};

/** What nobody is asked for yet, of what guarantors have to cover. */
export function unasked({
  needsGuarantees,
  guarantors,
}: Pick<Application, "needsGuarantees" | "guarantors">): Cents {
  const standing = guarantors.filter(({ state }) => state === "asked" || state === "accepted");
  const pledged = addCents(...standing.map(({ amount }) => fromWireAmount(amount)));
  const left = cents(fromWireAmount(needsGuarantees) - pledged);
  return left > 0n ? left : ZERO_CENTS;
}
