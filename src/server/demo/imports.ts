import * as z from "zod/mini";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { mapFile, send, takeIn } from "#server/imports/desk/commands.ts";
import { seeFile } from "#server/imports/desk/file-preview.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";

const CLERK = "staff:ST9001";

/**
 * Deposits received by one of the society's tills while the portal was down, under that till's
 * names.
 */
const till = [
  ["MS1009", "1,500.00"],
  ["MS1012", "750.00"],
  ["MS1005", "2,250.00"],
] as const;
const TILL_SUM = shillings(4500);

const findFile = statement({
  text: "select id as file from import_upload where batch_id = $1",
  row: z.object({ file: z.bigint() }),
});

/** Has the clerk upload a file and send it, so that the treasurer finds one to post. */
export async function bringTill(work: UnitOfWork, day: CalendarDate): Promise<void> {
  const rows = till.map(([payroll, sum], at) => `${payroll},${day},deposit mpesa,"${sum}",T${at}`);
  const csv = ["Payroll No,Paid On,What,Sum KES,Slip", ...rows, ""].join("\n");
  const content = new TextEncoder().encode(csv);
  const fileName = `till-${addDays(day, 1)}.csv`;
  const reading = new FileReadingQueue(limitDefaults, null);
  const seen = await seeFile(CLERK, { kind: "entries", fileName, content }, reading);
  const importId = await takeIn(work, seen, { by: CLERK }, limitDefaults);
  const { file } = (await work.first(findFile, [importId])) ?? { file: 0n };
  const places = { member_no: 0, date: 1, kind: 2, amount: 3, reference: 4 };
  const doing = { importId, by: CLERK };
  const totals = { rows: till.length, amount: TILL_SUM };
  await mapFile(work, { ...doing, file, places, days: {}, ...totals }, { reading, tell: () => {} });
  await send(work, doing);
}
