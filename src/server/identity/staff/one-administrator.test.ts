import { beforeAll, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { bookYear, declaration2025, takeStep } from "#test/dividend-year.ts";
import { approveRequest, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { ...manyWrites, otpSendsPerIpPerHour: 1000 },
});

const OWN_PHONE = "+254711000001";
const SECOND_PHONE = "0712 555 900";
const PASSWORD = "mtama-mwekundu-7";
let admin = "";

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "DV1");
  await bookYear(society, "DV1", 2025, {
    shareCapital: shillings(20_000),
    deposits: Array.from({ length: 13 }, () => shillings(10_000)),
  });
  await employ(society, "ADMIN", "administrator");
  await employ(society, "AUDITOR", "auditor");
  admin = await signIn(society, "ADMIN");
});

const send = (method: string, path: string, body?: unknown, token = admin) =>
  society.send(method, `/api/v1/${path}`, { token, ...(body !== undefined && { body }) });
const textsTo = async (mobile: string) =>
  (await society.messages()).filter(({ to }) => to === mobile).map(({ text }) => text);
const treasurer = {
  staffNo: "MINE",
  fullName: "Somebody Else",
  role: "treasurer",
  mobileNo: SECOND_PHONE,
  email: "mine@example.com",
  nationalId: "30111222",
  memberNo: "",
};

/** Reads the request as its maker and approves it as its maker, as a script would. */
async function approveOwn(approvalId: string) {
  const { body } = await send("GET", "approvals");
  const { rows } = body as { rows: { id: string; digest: string }[] };
  const digest = rows.find(({ id }) => id === approvalId)?.digest;
  return send("POST", `approvals/${approvalId}/approval`, { digest });
}

const approvalIdOf = ({ body }: { readonly body: unknown }) =>
  (body as { approvalId: string }).approvalId;

async function invitedCode(): Promise<string> {
  const sent = (await textsTo("+254712555900")).find((text) => / with \S+ at/.test(text));
  return / with (\S+) at/.exec(sent ?? "")?.[1] ?? "";
}

steps("a single administrator", () => {
  it("cannot suspend the auditor without the auditor being notified", async () => {
    const reply = await send("POST", "staff/AUDITOR/suspension", { reason: "For a moment" });
    expect(reply.status, reply.text).toBe(200);
    expect(await textsTo("+254711000002")).toContainEqual(
      expect.stringContaining("suspended AUDITOR"),
    );
  });

  it("cannot give other staff their own phone, e-mail or ID", async () => {
    await society.owner.query(
      `update staff set email = 'Admin@Example.com', national_id = '20111222'
        where staff_no = 'ADMIN'`,
    );
    const own = { mobileNo: OWN_PHONE, email: "admin@example.COM", nationalId: "20111222" };
    for (const [field, value] of Object.entries(own)) {
      const reply = await send("POST", "staff", { ...treasurer, [field]: value });
      expect(reply.status, field).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field }] });
    }
  });

  it("cannot invite a treasurer: no code is sent; the suspended auditor is notified", async () => {
    const request = await send("POST", "staff", treasurer);
    expect(request.status, request.text).toBe(201);
    expect(await invitedCode()).toBe("");
    expect((await textsTo("+254711000002"))[0]).toContain("wants to invite MINE as treasurer");
    const own = await approveOwn(approvalIdOf(request));
    expect(own.body).toMatchObject({ reason: "approval-two-people" });
    expect((await send("POST", "staff/MINE/invitation")).status).toBe(404);
  });

  it("cannot lift the auditor's suspension again to cover it up", async () => {
    const request = await send("DELETE", "staff/AUDITOR/suspension");
    const own = await approveOwn(approvalIdOf(request));
    expect(own.body).toMatchObject({ reason: "approval-two-people" });
  });

  it("cannot approve a dividend in a new role, not even one that somebody approved", async () => {
    await employ(society, "OTHER", "auditor");
    const waiting = (await send("GET", "approvals")).body as { rows: { id: string }[] };
    const other = await signIn(society, "OTHER");
    for (const { id } of waiting.rows) await approveRequest(society, other, id);
    const code = await invitedCode();
    const accepted = { staffNo: "MINE", code, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await send("POST", "auth/invitation", accepted)).status).toBe(201);
    const signedIn = await send("POST", "auth/authenticate", {
      memberNo: "MINE",
      password: PASSWORD,
    });
    const { token } = signedIn.body as { token: string };
    expect((await send("POST", "dividends", declaration2025)).status).toBe(201);
    const approve = (as: string) => takeStep(society, as, "approval");
    const tooNew = await approve(token);
    expect(tooNew.status).toBe(403);
    expect(tooNew.body).toMatchObject({
      reason: "role-too-new",
      message: "Your role is new. You can do this from 17 Apr 2026, 09:12.",
    });
    expect((await send("GET", "dividends", undefined, token)).status).toBe(200);
    const takeOver = { mobileNo: "0712 555 901", email: "", nationalId: "30111333" };
    const request = await send("PUT", "staff/OTHER/details", takeOver);
    const { body } = await send("GET", "approvals", undefined, token);
    const { rows } = body as { rows: { id: string; digest: string }[] };
    const digest = rows.find(({ id }) => id === approvalIdOf(request))?.digest;
    const takingOver = `approvals/${approvalIdOf(request)}/approval`;
    expect((await send("POST", takingOver, { digest }, token)).body).toMatchObject({
      reason: "role-too-new",
    });
    society.clock.advance(72 * 3600 + 1);
    const later = await send("POST", "auth/authenticate", { memberNo: "MINE", password: PASSWORD });
    expect((await approve((later.body as { token: string }).token)).status).toBe(201);
  });
});
