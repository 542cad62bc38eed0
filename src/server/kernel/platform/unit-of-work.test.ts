import { expect, test } from "vitest";
import { useTestSociety } from "#test/test-society.ts";

const society = useTestSociety();

const actionsOf = async (subject: string) => {
  const found = await society.owner.query(
    "select actor, action, detail from audit_record where subject = $1 order by seq",
    [subject],
  );
  return found.rows;
};

test("audit records are written as given, with quotes, backslashes and line breaks", async () => {
  const text = `it's a \\ "quote"; rollback; --\n$1 $$ é \u2028`;
  await society.database.unitOfWork("test", async (work) => {
    work.audit({ action: "account-opened", subject: "probe:1", detail: { text } });
    work.audit({ action: "account-closed", subject: "probe:1" });
  });
  expect(await actionsOf("probe:1")).toEqual([
    { actor: "test", action: "account-opened", detail: { text } },
    { actor: "test", action: "account-closed", detail: {} },
  ]);
});

test("a command that hides a failed statement is an error, and leaves nothing", async () => {
  const hidden = (audited: boolean) =>
    society.database.unitOfWork("test", async (work) => {
      await work.run(
        "insert into rate_counter (name, key, window_start, count) values ('probe', '1', now(), 1)",
      );
      await work.run("select 1 / 0").catch(() => {});
      if (audited) work.audit({ action: "alert-raised", subject: "probe:2" });
    });
  await expect(hidden(false)).rejects.toThrow("had failed");
  await expect(hidden(true)).rejects.toThrow();
  expect(await actionsOf("probe:2")).toEqual([]);
  const left = await society.owner.query("select from rate_counter where name = 'probe'");
  expect(left.rowCount).toBe(0);
});
