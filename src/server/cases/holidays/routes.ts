import * as contract from "#shared/contract/cases/holidays.ts";
import { officeCalendar } from "#server/cases/casework/office-calendar.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import * as commands from "./commands.ts";
import { presentYear } from "./present.ts";
import * as queries from "./queries.ts";

/** Public holidays, which the office adds as they are gazetted. */
export function holidayRoutes(): Mounted[] {
  return [
    mountRead(contract.holidays, async (snapshot, { query }) => {
      const calendar = await officeCalendar(snapshot);
      const year = query.year ?? Number(calendar.today.slice(0, 4));
      return presentYear(year, calendar.holidays, await queries.holidayNames(snapshot));
    }),
    mountWrite(contract.add, {
      handle: async (work, { body }) => ({
        day: body.day,
        moved: await commands.addHoliday(work, body),
      }),
    }),
    mountWrite(contract.remove, {
      handle: async (work, { params: { day } }) => ({
        day,
        moved: await commands.removeHoliday(work, day),
      }),
    }),
  ];
}
