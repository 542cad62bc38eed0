import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { actsOnAlert, alertKinds } from "#shared/alert-kinds.ts";
import { roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { raiseAlert } from "#server/oversight/alerts/alert.ts";
import { notifyOfBreaches } from "#server/cases/casework/breaches.ts";
import { employ, enrol, foundSociety, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";
import { notifyOfBudget } from "./sms-budget.ts";
import { notifyOffice } from "./notify-office.ts";

const society = useServedSociety();
const roles = Object.keys(rolePermissions) as StaffRole[];

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "MS1");
  for (const role of roles) await employ(society, role.toUpperCase(), role);
  await society.owner.query("update sms_budget set month_cents = 100000");
});

beforeEach(() => society.owner.query("delete from outbox_message"));

/** The roles that were sent a message, in the order of the list of roles. */
async function told(): Promise<StaffRole[]> {
  const { rows } = await society.owner.query<{ role: StaffRole }>(
    "select s.role from outbox_message o join staff s on s.mobile_number = o.recipient",
  );
  return roles.filter((role) => rows.some((row) => row.role === role));
}

describe("a message about work goes only to roles that may do the work", () => {
  it.each(alertKinds)("an alert: %s", async (kind) => {
    await society.database.unitOfWork("test", (work) => raiseAlert(work, { kind, count: 1 }));
    const readers = await told();
    expect(readers).toEqual(["administrator"]);
    for (const role of readers) expect(actsOnAlert(role, kind), role).toBe(true);
  });

  it("a case that is past its day", async () => {
    await society.owner.query(
      `insert into member_case (member_id, kind, text, is_anonymous, counted_from, acknowledge_by,
          conclude_by)
        select $1, 'question', 'When?', false, $2::date - 5, $2::date - 2, $2::date + 10`,
      [await memberIdOf(society, "MS1"), TEST_CLOCK_STARTS.slice(0, 10)],
    );
    expect(await notifyOfBreaches(society.database, () => {})).toBe(1);
    const readers = await told();
    expect(readers).toEqual(["administrator"]);
    for (const role of readers) expect(roleMay(role, "cases.answer"), role).toBe(true);
  });
});

describe("a message that only informs", () => {
  it("about the SMS budget goes to roles that may read it", async () => {
    await society.database.unitOfWork("test", (work) => notifyOfBudget(work, 80, () => {}));
    const readers = await told();
    expect(readers).toEqual(["treasurer", "administrator"]);
    for (const role of readers) expect(roleMay(role, "settings.read"), role).toBe(true);
  });

  it("about the office's actions goes to every role, and asks only for a call", async () => {
    await society.database.unitOfWork("staff:ADMINISTRATOR", (work) =>
      notifyOffice(work, "settings-contacts", {}, () => {}),
    );
    expect(await told()).toEqual(roles);
  });
});
