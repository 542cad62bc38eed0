import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { actsOnAlert, alertKinds } from "#shared/alert-kinds.ts";
import { roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { raiseAlert } from "#server/oversight/alerts/alert.ts";
import { tellOfBreaches } from "#server/cases/casework/breaches.ts";
import { employ, enrol, foundSociety, memberIdOf } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";
import { WORLD_BEGINS } from "#test/world.ts";
import { tellOfBudget } from "./sms-budget.ts";
import { tellOffice } from "./tell-office.ts";

const world = useServedWorld();
const roles = Object.keys(rolePermissions) as StaffRole[];

beforeAll(async () => {
  await foundSociety(world);
  await enrol(world, "MS1");
  for (const role of roles) await employ(world, role.toUpperCase(), role);
  await world.owner.query("update sms_budget set month_cents = 100000");
});

beforeEach(() => world.owner.query("delete from outbox_message"));

/** The roles that were sent a message, in the order of the list of roles. */
async function told(): Promise<StaffRole[]> {
  const { rows } = await world.owner.query<{ role: StaffRole }>(
    "select s.role from outbox_message o join staff s on s.mobile_number = o.recipient",
  );
  return roles.filter((role) => rows.some((row) => row.role === role));
}

describe("a message about work goes only to roles that may do the work", () => {
  it.each(alertKinds)("an alert: %s", async (kind) => {
    await world.database.unitOfWork("test", (work) => raiseAlert(work, { kind, count: 1 }));
    const readers = await told();
    expect(readers).toEqual(["administrator"]);
    for (const role of readers) expect(actsOnAlert(role, kind), role).toBe(true);
  });

  it("a case that is past its day", async () => {
    await world.owner.query(
      `insert into member_case (member_id, kind, text, is_anonymous, counted_from, acknowledge_by,
          conclude_by)
        select $1, 'question', 'When?', false, $2::date - 5, $2::date - 2, $2::date + 10`,
      [await memberIdOf(world, "MS1"), WORLD_BEGINS.slice(0, 10)],
    );
    expect(await tellOfBreaches(world.database, () => {})).toBe(1);
    const readers = await told();
    expect(readers).toEqual(["administrator"]);
    for (const role of readers) expect(roleMay(role, "cases.answer"), role).toBe(true);
  });
});

describe("a message that only informs", () => {
  it("of the SMS budget goes to roles that may read it", async () => {
    await world.database.unitOfWork("test", (work) => tellOfBudget(work, 80, () => {}));
    const readers = await told();
    expect(readers).toEqual(["treasurer", "administrator"]);
    for (const role of readers) expect(roleMay(role, "settings.read"), role).toBe(true);
  });

  it("of the office's acts goes to every role, and asks only for a call", async () => {
    await world.database.unitOfWork("staff:ADMINISTRATOR", (work) =>
      tellOffice(work, "settings-contacts", {}, () => {}),
    );
    expect(await told()).toEqual(roles);
  });
});
