import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Database } from "#server/kernel/platform/database.ts";
import { WriteProbe } from "#server/kernel/platform/write-probe.ts";
import { CatchingChannel, KeptLog } from "#test/outbox-society.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { WriteWatch } from "./write-watch.ts";

const society = useServedSociety();
const MINUTE = 60_000;

let now = 0;
let readOnly: Database;
let log: KeptLog;
let channels: { sms: CatchingChannel; email: CatchingChannel };

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "AD1", "administrator");
  await society.owner.query("update staff set email = 'ad1@uzima.example'");
});

beforeEach(async () => {
  now = 0;
  log = new KeptLog();
  channels = { sms: new CatchingChannel(), email: new CatchingChannel() };
  const options = "-c default_transaction_read_only=on";
  readOnly = new Database({ connection: { ...society.connection, options }, poolSize: 2 });
  await society.owner.query("delete from alert; delete from outbox_message");
});

afterEach(() => readOnly.close());

/** A watch of one instance, over the database as it is at each check. */
function watching(database: () => Database) {
  const probe = { check: () => new WriteProbe(database()).check() } as WriteProbe;
  const around = { probe, channels, log, now: () => now };
  return new WriteWatch({
    ...around,
    get database() {
      return database();
    },
  });
}

it("administrators are notified directly while nothing can be written, once an hour", async () => {
  const watch = watching(() => readOnly);
  await watch.round();
  expect(log.lines.at(-1)).toEqual({
    message: "the database takes no writes",
    fields: { reason: "read-only" },
  });
  expect(channels.sms.caught, "it may be over in a moment").toEqual([]);
  for (now = MINUTE; now < 61 * MINUTE; now += MINUTE) await watch.round();
  const said = "Uzima Sacco: The database is read-only: nothing can be saved.";
  expect(channels.sms.caught).toHaveLength(1);
  expect(channels.sms.caught[0]).toMatchObject({ recipient: "+254711000001" });
  expect(channels.sms.caught[0]?.text).toContain(said);
  expect(channels.email.caught).toHaveLength(1);
  await watch.round();
  expect(channels.sms.caught).toHaveLength(2);
});

it("brief trouble notifies nobody", async () => {
  let database = readOnly;
  const watch = watching(() => database);
  await watch.round();
  database = society.database;
  now = MINUTE;
  await watch.round();
  database = readOnly;
  now = 2 * MINUTE;
  await watch.round();
  expect(channels.sms.caught).toEqual([]);
});

it("the alert is closed once writes work again, and appears among the past ones", async () => {
  await society.database.unitOfWork("test", (work) =>
    work.run("insert into alert (kind) values ('disk-full')"),
  );
  await watching(() => society.database).round();
  const token = await signIn(society, "AD1");
  const { body } = await society.send("GET", "/api/v1/alerts", { token });
  expect(body).toMatchObject({ open: [], past: [{ kind: "disk-full" }] });
});

it("people signed in see the trouble though no alert can be written", async () => {
  const token = await signIn(society, "AD1");
  society.database.writes.noteFailure("53100");
  const { body } = await society.send("GET", "/api/v1/alerts", { token });
  society.database.writes.noteRecovery();
  expect(body).toMatchObject({ open: [{ kind: "disk-full" }] });
});
