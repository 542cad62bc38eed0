import { split } from "#shared/contract/dividends/splits.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import type { Unsent } from "#web/lib/unsent.ts";
import type { FiguresNow } from "#web/member/identity/unsent/kinds.ts";
import { type Share, sharesOf } from "./typed-split.ts";

/** Returns what there is to split, and the tax of each way. */
export function splitFigures({ toSplit, modes }: Share): string[] {
  const rates = new Set(modes.map(({ taxBasisPoints }) => `${taxBasisPoints / 100} %`));
  return [money(toSplit), [...rates].join(", ")];
}

/** Returns the figures of a split that waits to be sent; null if there is nothing to split. */
export async function lookAtDividend({
  memberNo,
  params,
  body,
}: Unsent): Promise<FiguresNow | null> {
  const shares = sharesOf(await call(split, { params: { memberNo } }));
  const share = shares.find(({ year }) => String(year) === params["year"]);
  return share ? { values: splitFigures(share), body } : null;
}
