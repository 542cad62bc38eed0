import { describe, expect, it, vi } from "vitest";
import { ask, signInBody } from "./load.ts";
import { databaseUrl, usePremises, PATIENT_MS } from "./running-server.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const PEOPLE = 300;
const given = useSociety({ members: PEOPLE, newcomers: 0 });
const premises = usePremises();

/** A hospital's staff share one address. */
const from = "nobody";

describe("300 sign-ins at the same moment", () => {
  it("are each answered in 10 s, and reads go on meanwhile", async () => {
    const { url } = await premises.start({ DATABASE_URL: databaseUrl(given.connection) });
    const first = await ask(url, "POST", "/api/v1/auth/authenticate", {
      body: signInBody("MS1"),
      from,
    });
    const { token } = JSON.parse(first?.text ?? "") as { token: string };
    const signIns = Array.from({ length: PEOPLE }, async (_, at) => {
      const began = performance.now();
      const body = signInBody(`MS${at + 1}`);
      const answer = await ask(url, "POST", "/api/v1/auth/authenticate", { body, from });
      return { answer, took: performance.now() - began };
    });
    const reads: (number | undefined)[] = [];
    let busy = true;
    const outcomes = Promise.all(signIns).finally(() => (busy = false));
    const stillBusy = () => busy;
    while (stillBusy()) {
      const paths = ["/api/v1/header/1", "/api/v1/savings/sumTotal/MS1", "/api/v1/member/MS1"];
      const path = paths[reads.length % paths.length] ?? "";
      // The reader stays within a member's own limit, which is not tested here.
      const read = await ask(url, "GET", path, { token, from });
      reads.push(read?.status);
    }
    const signedIn = (await outcomes).filter(({ answer }) => answer?.status === 200);
    for (const { answer, took } of await outcomes) {
      expect([200, 401, 429, 503]).toContain(answer?.status);
      if (answer?.status === 503) expect(answer.headers.get("retry-after")).not.toBeNull();
      expect(took).toBeLessThan(10_000);
    }
    expect(signedIn.length).toBeGreaterThan(0);
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });
});
