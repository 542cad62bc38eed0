import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    uploadBytes: 4000,
    uploadRows: 20,
    requestMilliseconds: 1000,
    headersMilliseconds: 500,
  },
});
const tokens: Record<string, string> = {};
const { upload, take, ask, count } = checkOffOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "MS1");
  await employ(society, "CLERK", "clerk");
  await employ(society, "TREASURER", "treasurer");
  tokens["clerk"] = await signIn(society, "CLERK");
  tokens["treasurer"] = await signIn(society, "TREASURER");
});

interface Refused {
  readonly reason: string;
  readonly message: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

async function refused(csv: string | Uint8Array, declared = "5"): Promise<Refused> {
  const reply = await upload(csv, declared);
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  expect(await count("select from check_off_batch where state = 'prepared'")).toBe(0);
  return reply.body as Refused;
}

const head = "member_no,amount,note\n";
const bytes = (...given: number[]) => Uint8Array.from(given);

steps("step by step", () => {
  describe("a hostile or broken file", () => {
    it.each([
      ["nothing", "", "file.empty"],
      ["a header alone", head, "file.empty"],
      ["no header", "MS1,5,\n", "file.header"],
      ["a column unknown", "member_no,amount,pin\nMS1,5,1\n", "file.header"],
      ["a column twice", "member_no,amount,amount\nMS1,5,1\n", "file.header"],
      ["a NUL", `${head}MS1,5,a\0b\n`, "file.encoding"],
      ["bytes of no encoding", bytes(0x6d, 0x81, 0xfe, 0x0a), "file.encoding"],
      ["more rows than may be", head + "MS1,1,\n".repeat(21), "file.rows"],
    ] as const)("of %s is rejected as a whole", async (_, csv, problem) => {
      const { reason, errors } = await refused(csv);
      expect(reason).toBe("file-faults");
      expect(errors).toHaveLength(1);
      const words = await import("#shared/messages/kernel/office-problems-en.ts");
      expect(errors[0]?.message).toBe(words.officeProblemsEn[problem]);
    });

    it("reports each of its errors by row and column, and counts them all", async () => {
      const long = "x".repeat(101);
      const csv = `${head}=HYPERLINK(1),5,\nMS1,-5,\nMS1,1e3,\nMS1,5,${long}\nMS1,5,a,b\n`;
      const { errors, message } = await refused(csv);
      expect(errors.map(({ field }) => field)).toEqual([
        "row:6:",
        "row:2:member_no",
        "row:3:amount",
        "row:4:amount",
        "row:5:note",
      ]);
      expect(message).toContain("Errors in the file: 5.");
    });

    it("with an unclosed quote names the row", async () => {
      expect((await refused(`${head}MS1,5,"open\nMS1,5,\n`)).errors[0]?.field).toMatch(/^row:\d:$/);
    });

    it("names its own sum if it differs from the declared one", async () => {
      const { reason, message, errors } = await refused(`${head}MS1,5,\nMS1,7.25,\n`, "12");
      expect(reason).toBe("declared-differs");
      expect(message).toContain("Ksh 12.25");
      expect(errors[0]?.field).toBe("declared");
    });

    it("that is too large is rejected with 413", async () => {
      const reply = await upload(head + "MS1,5,\n".repeat(1000), "5000");
      expect(reply.status).toBe(413);
    });

    it("sent as JSON is rejected with 415, like JSON sent as a file", async () => {
      const headers = { "content-type": "application/json" };
      const path = "?month=2026-05&declared=5&fileName=a.csv";
      expect((await upload("{}", "5", { headers })).status).toBe(415);
      const wrong = await society.send("POST", "/api/v1/check-off/1/posting", {
        token: tokens["treasurer"] ?? "",
        body: "a,b",
        headers: { "content-type": "text/csv" },
      });
      expect(wrong.body).toMatchObject({ code: 415, reason: "not-json-type" });
      expect((await ask("clerk", "POST", path)).status).toBe(415);
    });

    it("is not even read from a sender without the permission", async () => {
      const path = "/api/v1/check-off?month=2026-05&declared=5&fileName=a.csv";
      const headers = { "content-type": "text/csv" };
      const large = "x".repeat(8000);
      expect((await society.send("POST", path, { body: large, headers })).status).toBe(401);
      const token = tokens["treasurer"] ?? "";
      expect((await society.send("POST", path, { token, body: large, headers })).status).toBe(403);
    });

    it("is limited to the rows that a file may have", async () => {
      const beyond = "9999999999";
      const read = await ask("clerk", "GET", `/1/lines?state=matched&after=${beyond}`);
      expect(read.status).toBe(422);
      const decided = await ask("clerk", "POST", `/1/lines/${beyond}/decision`, { to: "suspense" });
      expect(decided.status).toBe(422);
    });

    it("that is sent too slowly is cut off, and the next one is served", async () => {
      const { port, hostname } = new URL(society.address);
      const socket = connect(Number(port), hostname);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => {});
      socket.resume();
      socket.write(
        "POST /api/v1/check-off?month=2026-05&declared=5&fileName=a.csv HTTP/1.1\r\n" +
          `Host: x\r\nAuthorization: Bearer ${tokens["clerk"]}\r\n` +
          "Content-Type: text/csv\r\nContent-Length: 3000\r\n\r\nmember_no",
      );
      await closed;
      expect(await count("select from check_off_batch")).toBe(0);
    });

    it("with a byte-order mark is read, and a note like a formula stays text", async () => {
      const taken = await take(`\uFEFF${head}MS1,5,"=1+1"\r\n`, "5");
      const reply = await ask("clerk", "GET", `/${taken.id}/lines?state=unmatched`);
      expect(reply.body).toMatchObject({ rows: [{ note: "=1+1", amount: 5 }] });
    });
  });
});
