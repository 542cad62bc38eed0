import { beforeAll, expect, it } from "vitest";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { noteSecrets } from "#server/kernel/platform/secret-ages.ts";
import { steps } from "#test/steps.ts";
import { useTestSociety } from "#test/test-society.ts";
import { checkSecrets } from "./doctor-secrets.ts";

const society = useTestSociety();
const DAY_SECONDS = 86_400;

const pepper = "pepper-of-the-tests-0123456789-abcdef";
const given = {
  AKIBA_MODE: "test",
  AKIBA_SECRET: "secret-of-the-tests-0123456789-abcdef",
  AKIBA_PASSWORD_PEPPER: pepper,
  AKIBA_BACKUP_DIR: "/backups",
  AKIBA_BACKUP_PASSPHRASE: "a passphrase of backups",
  DATABASE_URL: "postgres://portal:of-the-database@db1:5432,db2:5432/akiba",
  EMAIL_CHANNEL: "smtp",
  EMAIL_FROM: "akiba@example.org",
  SMTP_URL: "smtps://akiba:of-the-mail@mail.example.org",
};
const config = (more: Readonly<Record<string, string>> = {}) => parseConfig({ ...given, ...more });
const doctor = (more?: Readonly<Record<string, string>>) =>
  checkSecrets(society.database, config(more));
const start = (more?: Readonly<Record<string, string>>) =>
  noteSecrets(society.database, config(more));
const detailsOf = async (name: string, more?: Readonly<Record<string, string>>) =>
  (await doctor(more)).details?.find((one) => "name" in one && one.name === name);

const newPassphrase = { AKIBA_BACKUP_PASSPHRASE: "another passphrase of backups" };

steps("the age of a secret", () => {
  beforeAll(() => society.clock.set("2026-03-01T09:00:00Z"));

  it("is unknown before a start has had it, and asking records nothing", async () => {
    const { state, text } = await doctor();
    expect(state).toBe("ok");
    expect(text).toContain("AKIBA_BACKUP_PASSPHRASE: age unknown; no start has had it yet");
    expect(await detailsOf("AKIBA_SECRET")).toMatchObject({ since: null, days: null });
  });

  it("counts from the first start that had it, as the least that it can be", async () => {
    await start();
    society.clock.advance(30 * DAY_SECONDS);
    await start();
    const { text } = await doctor();
    expect(text).toContain("AKIBA_SECRET: at least 30 days, first recorded on 1 Mar 2026");
    expect(await detailsOf("SMTP_URL")).toEqual({
      name: "SMTP_URL",
      renewal: "yearly",
      since: "2026-03-01T09:00:00.000Z",
      days: 30,
      isExact: false,
      isDue: false,
    });
  });

  it("is a warning after a year for what others know too, not for the pepper", async () => {
    society.clock.advance(336 * DAY_SECONDS);
    const { state, text } = await doctor();
    expect(state).toBe("warning");
    expect(text).toContain("change AKIBA_BACKUP_PASSPHRASE, DATABASE_URL, SMTP_URL: older than");
    expect(await detailsOf("AKIBA_PASSWORD_PEPPER")).toMatchObject({ days: 366, isDue: false });
  });

  it("is known exactly for one that replaced another", async () => {
    await start(newPassphrase);
    society.clock.advance(2 * DAY_SECONDS);
    const changed = await detailsOf("AKIBA_BACKUP_PASSPHRASE", newPassphrase);
    expect(changed).toMatchObject({ days: 2, isExact: true, isDue: false });
    expect((await doctor(newPassphrase)).text).toContain(
      "AKIBA_BACKUP_PASSPHRASE: 2 days, changed at the start of 2 Mar 2027",
    );
  });

  it("is kept by a digest that nobody can guess from without the pepper", async () => {
    const seen = await society.owner.query(
      "select name, encode(digest, 'hex') as hex from secret_seen",
    );
    expect(seen.rows.length).toBe(6);
    const other = { AKIBA_PASSWORD_PEPPER: "another-pepper-0123456789-abcdef-0123" };
    await start(other);
    const both = await society.owner.query<{ name: string; n: number }>(
      "select name, count(distinct digest)::int as n from secret_seen group by name order by name",
    );
    expect(both.rows.find(({ name }) => name === "SMTP_URL")?.n).toBe(2);
    const { text, details } = await doctor();
    const said = text + JSON.stringify(details);
    for (const secret of ["of-the-mail", "of-the-database", "a passphrase of backups", pepper]) {
      expect(said).not.toContain(secret);
    }
  });

  it("is the least that it can be after the pepper changed, as its digest is new too", async () => {
    const replaced = {
      ...newPassphrase,
      AKIBA_PASSWORD_PEPPER: "a-new-pepper-0123456789-abcdef-01",
    };
    await start(replaced);
    society.clock.advance(DAY_SECONDS);
    expect(await detailsOf("AKIBA_PASSWORD_PEPPER", replaced)).toMatchObject({ isExact: true });
    for (const name of ["AKIBA_SECRET", "AKIBA_BACKUP_PASSPHRASE"]) {
      expect(await detailsOf(name, replaced)).toMatchObject({ days: 1, isExact: false });
    }
  });

  it("cannot be made younger by the portal", async () => {
    const younger = "update secret_seen set first_seen_at = now()";
    for (const sql of ["delete from secret_seen", younger]) {
      const attempt = society.database.unitOfWork("test", (work) => work.run(sql));
      await expect(attempt).rejects.toThrow("permission denied");
    }
  });
});
