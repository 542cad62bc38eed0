import { onTestFinished, vi } from "vitest";
import { type Ask, ask, signInBody } from "./faults/load.ts";
import { tokenOf } from "./faults/money-load.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { apply, withdraw } from "./faults/storm/loan-actions.ts";

const kinds = ["sign-in", "read", "application", "withdrawal"] as const;
type Kind = (typeof kinds)[number];

interface Call {
  readonly kind: Kind;
  readonly path: string;
  readonly asked: Ask;
  /** A part of the right answer. */
  readonly right: RegExp;
}

/** More right answers of each kind than this show that an instance serves. */
const ENOUGH = 5;

/**
 * Members at work on the instances of a rotation, as a balancer fills and drains it. Nobody tries
 * again: each answer that is not the right one is kept.
 */
export class Rotation {
  readonly wrong: string[] = [];
  /** The loans that were applied for. */
  readonly loans: string[] = [];
  readonly #serving: string[] = [];
  readonly #underWay = new Map<string, number>();
  readonly #right = new Map<string, number>();
  #clients: Promise<void>[] = [];
  #calls = 0;
  #ends = false;

  join(url: string): void {
    this.#serving.push(url);
  }

  /** Sends an instance nothing more, and waits for the answers that it still owes. */
  async drain(url: string): Promise<void> {
    this.#serving.splice(this.#serving.indexOf(url), 1);
    await vi.waitUntil(() => (this.#underWay.get(url) ?? 0) === 0, { timeout: PATIENT_MS });
  }

  start(members: number, borrowers: number): void {
    onTestFinished(() => {
      this.#ends = true;
    });
    const numbered = (letters: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${letters}${at + 1}`);
    this.#clients = [
      ...numbered("MS", members).map((member) => this.#signsInAndReads(member)),
      ...numbered("AP", borrowers).map((member) => this.#appliesAndWithdraws(member)),
    ];
  }

  async stop(): Promise<void> {
    this.#ends = true;
    await Promise.all(this.#clients);
  }

  /** Waits until each of these instances has served some more calls of each kind. */
  async served(...urls: readonly string[]): Promise<void> {
    const names = urls.flatMap((url) => kinds.map((kind) => `${url} ${kind}`));
    const missing = new Map(names.map((name) => [name, this.#count(name) + ENOUGH]));
    const isServed = () => [...missing].every(([name, count]) => this.#count(name) >= count);
    await vi.waitUntil(() => isServed() || this.wrong.length > 0, { timeout: PATIENT_MS });
  }

  async #signsInAndReads(memberNo: string): Promise<void> {
    while (!this.#ends) {
      const text = await this.#call({
        kind: "sign-in",
        path: "/api/v1/auth/authenticate",
        asked: { body: signInBody(memberNo), from: memberNo },
        right: /"token":"([^"]+)"/,
      });
      const path = `/api/v1/member/${memberNo}`;
      const asked = { token: text, from: memberNo };
      await this.#call({ kind: "read", path, asked, right: new RegExp(`"(${memberNo})"`) });
    }
  }

  async #appliesAndWithdraws(memberNo: string): Promise<void> {
    const token = tokenOf(memberNo);
    const asked = (body: unknown) => ({ body, token, from: memberNo, key: `call-${this.#calls}` });
    while (!this.#ends) {
      const { path, body } = apply(memberNo);
      const right = /"loanNo":"([^"]+)"/;
      const loanNo = await this.#call({ kind: "application", path, asked: asked(body), right });
      if (loanNo === "") return;
      this.loans.push(loanNo);
      const undo = withdraw(loanNo, memberNo);
      const withdrawn = { path: undo.path, asked: asked(undo.body), right };
      await this.#call({ kind: "withdrawal", ...withdrawn });
    }
  }

  /** Returns the part of the right answer, or an empty text for a wrong one. */
  async #call({ kind, path, asked, right }: Call): Promise<string> {
    this.#calls += 1;
    const url = this.#serving[this.#calls % this.#serving.length] ?? "";
    this.#underWay.set(url, (this.#underWay.get(url) ?? 0) + 1);
    const answer = await ask(url, asked.body === undefined ? "GET" : "POST", path, asked);
    this.#underWay.set(url, (this.#underWay.get(url) ?? 0) - 1);
    const [, part] = right.exec(answer?.text ?? "") ?? [];
    if (answer === null || answer.status >= 300 || part === undefined) {
      this.wrong.push(`${kind} at ${url}: ${answer?.status} ${answer?.text.slice(0, 200)}`);
      return "";
    }
    this.#right.set(`${url} ${kind}`, this.#count(`${url} ${kind}`) + 1);
    return part;
  }

  #count(name: string): number {
    return this.#right.get(name) ?? 0;
  }
}
