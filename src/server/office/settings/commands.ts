import { formatMoney } from "#shared/money.ts";
import type { OnePersonLimitName } from "#shared/one-person-limits.ts";
import {
  type OnePersonLimits,
  onePersonLimits,
  setOnePersonLimits,
} from "#server/oversight/approvals/one-person.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Picture } from "#server/kernel/documents/picture.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { changesOf, takeVersion } from "#server/kernel/platform/setting-change.ts";
import { isAnnounced } from "./announced-changes.ts";
import * as queries from "./queries.ts";
import { type KeptLook, type KeptSociety, societyColumns, type SocietyValues } from "./queries.ts";

/** Changes the society's names and contacts; saving the same values changes nothing. */
export async function saveSociety(
  work: UnitOfWork,
  seen: number,
  values: SocietyValues,
  notify: Notify,
): Promise<KeptSociety> {
  const before = await queries.keptSociety(work);
  const changes = changesOf(before.values, values);
  if (changes.length === 0) return before;
  await takeVersion(work, "society", seen, changes);
  if (changes.some(isAnnounced)) {
    await notifyOffice(work, "settings-contacts", {}, notify);
  }
  const columns = Object.values(societyColumns);
  const given = Object.keys(societyColumns) as (keyof SocietyValues)[];
  await work.run(
    `insert into society (${columns.join(", ")})
      values (${columns.map((_, at) => `$${at + 1}`).join(", ")})
      on conflict (id) do update set
        ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
    given.map((name) => values[name]),
  );
  return queries.keptSociety(work);
}

interface Colour {
  readonly accentHue: number;
  readonly accentChroma: number;
}

async function lookBefore(work: UnitOfWork) {
  const { look } = await queries.keptLook(work);
  if (look === null) throw new Problem("no-such-society");
  return look;
}

/** Changes the society's colour. */
export async function saveColour(
  work: UnitOfWork,
  seen: number,
  { accentHue, accentChroma: given }: Colour,
): Promise<KeptLook> {
  const before = await lookBefore(work);
  const accentChroma = Math.round(given * 1000) / 1000;
  const changes = changesOf(
    { accentHue: String(before.accent_hue), accentChroma: String(before.accent_chroma) },
    { accentHue: String(accentHue), accentChroma: String(accentChroma) },
  );
  if (changes.length === 0) return queries.keptLook(work);
  await takeVersion(work, "look", seen, changes);
  await work.run("update society set accent_hue = $1, accent_chroma = $2", [
    accentHue,
    accentChroma,
  ]);
  return queries.keptLook(work);
}

/** Saves a logo, or removes it with null, which restores the portal's symbol. */
export async function saveLogo(
  work: UnitOfWork,
  seen: number,
  picture: Picture | null,
): Promise<KeptLook> {
  const before = (await lookBefore(work)).logo_sha256 ?? "";
  const sha256 = picture === null ? "" : sha256Hex(picture.content);
  if (before === sha256) return queries.keptLook(work);
  await takeVersion(work, "look", seen, [{ field: "logo", from: before, to: sha256 }]);
  if (picture !== null) {
    await work.run(
      `insert into society_logo (sha256, media_type, width, height, content, added_by)
        values ($1, $2, $3, $4, $5, $6) on conflict (sha256) do nothing`,
      [sha256, picture.mediaType, picture.width, picture.height, picture.content, work.actor],
    );
  }
  await work.run("update society set logo_sha256 = nullif($1, '')", [sha256]);
  return queries.keptLook(work);
}

/** Sets the largest receipt that one person may record alone, and notifies all staff. */
export async function saveReceiptLimits(
  work: UnitOfWork,
  seen: number,
  limits: OnePersonLimits,
  notify: Notify,
): Promise<void> {
  const changes = changesOf(formatted(await onePersonLimits(work)), formatted(limits));
  if (changes.length === 0) return;
  await takeVersion(work, "receipts", seen, changes);
  const amount = formatMoney(limits.repayment);
  await notifyOffice(work, "settings-receipts", { amount }, notify);
  await setOnePersonLimits(work, limits);
}

function formatted(limits: OnePersonLimits): Record<OnePersonLimitName, string> {
  const { openingSavings, repayment, over, day } = limits;
  return {
    openingSavings: formatMoney(openingSavings),
    repayment: formatMoney(repayment),
    over: formatMoney(over),
    day: formatMoney(day),
  };
}
