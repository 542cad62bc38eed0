import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DocumentSigner } from "#server/kernel/documents/document-signer.ts";
import { documentKeys } from "#server/kernel/documents/document-keys.ts";
import { foundSociety } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { checkDocumentKey } from "./doctor-document-key.ts";
import { runDocumentKeys } from "./document-keys.ts";

const society = useServedSociety();
const old = new DocumentSigner("a secret of the year before").publicKey;
const reason = ["--reason", "A copy was found outside"];
let present: DocumentSigner;
let leaked = "";
let leaks = 0;
let said: string[] = [];

beforeAll(async () => {
  await foundSociety(society);
  present = new DocumentSigner(society.config.secret);
  await signedWith(old, present.publicKey);
});

beforeEach(async () => {
  leaks += 1;
  leaked = new DocumentSigner(`secret ${leaks} that was found outside`).publicKey;
  await signedWith(leaked);
  said = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
});
afterEach(() => void vi.restoreAllMocks());

async function signedWith(...keys: string[]): Promise<void> {
  const sql = "insert into document_key (public_key) select unnest($1::text[])";
  await society.owner.query(sql, [keys]);
}

const run = (...given: string[]) => runDocumentKeys(society.database, given, society.config);
const trusted = () => documentKeys(society.database.oneStatementSnapshot(), present);

describe("a key that signs documents", () => {
  it("is trusted no longer once the operator withdraws it, which is audited", async () => {
    expect((await trusted()).keys).toContain(leaked);
    expect(await run("withdraw", leaked, ...reason)).toBe(0);
    const { keys, withdrawn } = await trusted();
    expect(keys).toContain(old);
    expect(keys).not.toContain(leaked);
    expect(withdrawn).toContain(leaked);
    const { rows } = await society.owner.query(
      `select actor, detail from audit_record
        where action = 'document-key-withdrawn' and detail ->> 'publicKey' = $1`,
      [leaked],
    );
    expect(rows).toEqual([
      { actor: "operator", detail: { publicKey: leaked, reason: "A copy was found outside" } },
    ]);
  });

  it("is withdrawn once, and for good", async () => {
    await run("withdraw", leaked, ...reason);
    expect(await run("withdraw", leaked, ...reason)).toBe(1);
    const undo = society.database.unitOfWork("test", (work) =>
      work.run("delete from withdrawn_document_key", []),
    );
    await expect(undo).rejects.toThrow("permission denied");
  });

  it("is a failure of the doctor if it signs again after it was withdrawn", async () => {
    const earlier = { ...society.config, secret: `secret ${leaks} that was found outside` };
    expect((await checkDocumentKey(society.database, earlier)).state).toBe("ok");
    await run("withdraw", leaked, ...reason);
    const { state, text } = await checkDocumentKey(society.database, earlier);
    expect(state).toBe("failed");
    expect(text).toContain("AKIBA_SECRET is an earlier one");
    expect((await checkDocumentKey(society.database, society.config)).state).toBe("ok");
  });

  it("is not withdrawn while it signs", async () => {
    expect(await run("withdraw", present.publicKey, ...reason)).toBe(1);
    expect(said.join()).toContain("new AKIBA_SECRET first");
    expect((await trusted()).keys).toContain(present.publicKey);
  });

  it("is withdrawn for a reason only", async () => {
    expect(await run("withdraw", old)).toBe(2);
    expect((await trusted()).keys).toContain(old);
  });

  it("is listed with its state", async () => {
    expect(await run()).toBe(0);
    expect(said.find((line) => line.startsWith(present.publicKey))).toContain("signs now");
    expect(said.find((line) => line.startsWith(old))).toContain("trusted");
  });
});
