import type * as z from "zod/mini";
import type { application, GuarantorState } from "#shared/contract/loans/life.ts";
import { stillUncovered } from "#shared/cover.ts";
import { addCents, type Cents, fromWireAmount } from "#shared/money.ts";
import type { BadgeProps } from "#web/ui/badge.tsx";

type Application = z.output<typeof application.answer>;
export type Guarantor = Application["guarantors"][number];

/** The icon and colour of a guarantor's status. */
export const guarantorBadges: Readonly<
  Record<GuarantorState, Pick<BadgeProps, "meaning" | "icon">>
> = {
  asked: { meaning: "warn", icon: "clock" },
  accepted: { meaning: "ok", icon: "check" },
  declined: { meaning: "bad", icon: "stop" },
  released: { meaning: "info", icon: "check" },
};

/** The part of the cover that no guarantor has been asked for yet. */
export function unasked({
  needsGuarantees,
  guarantors,
}: Pick<Application, "needsGuarantees" | "guarantors">): Cents {
  const standing = guarantors.filter(({ state }) => state === "asked" || state === "accepted");
  const pledged = addCents(...standing.map(({ amount }) => fromWireAmount(amount)));
  return stillUncovered(fromWireAmount(needsGuarantees), pledged);
}
