import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { percentile, printTable, tally } from "./figures.ts";
import { PASSWORD, type PlantedMember } from "./planted.ts";

const PER_SECOND = { "sign-in": 28, read: 280, write: 8 } as const;

/** The calls of one day in a second. */
export const CALLS_A_SECOND = 316;

type Kind = keyof typeof PER_SECOND;

export interface Answered {
  readonly kind: Kind;
  readonly status: number | "failed";
  readonly ms: number;
}

interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly member: PlantedMember;
  readonly body?: unknown;
}

/** Deals out members so that nobody signs in, requests a code or signs out twice. */
export class Crowd {
  readonly #once: PlantedMember[];
  readonly #readers: readonly PlantedMember[];
  #reads = 0;
  #writes = 0;

  constructor(members: readonly PlantedMember[]) {
    const half = Math.floor(members.length / 2);
    this.#readers = members.slice(0, half);
    this.#once = members.slice(half);
  }

  call(kind: Kind): Call {
    if (kind === "read") return this.#read();
    const member = this.#once.pop();
    if (member === undefined) throw new Error("Everybody has come already; plant more.");
    const { memberNo } = member;
    const post = (path: string, body: unknown) => ({ method: "POST", path, member, body }) as const;
    if (kind === "sign-in")
      return post("/api/v1/auth/authenticate", { memberNo, password: PASSWORD });
    this.#writes += 1;
    return this.#writes % 2 === 0
      ? post("/api/v1/auth/registerOtp", { memberNo })
      : { method: "DELETE", path: "/api/v1/session", member };
  }

  #read(): Call {
    const at = this.#reads++;
    const member = this.#readers[at % this.#readers.length] as PlantedMember;
    const paths = [
      "member",
      "savings/sumTotal",
      "shareCapital/sumTotal",
      "dividendPayable/sumTotal",
    ];
    return {
      method: "GET",
      path: `/api/v1/${paths[at % paths.length]}/${member.memberNo}`,
      member,
    };
  }
}

/** Sends the calls of a dividend day on schedule, at `times` their rate; all kinds by default. */
export async function live(
  url: string,
  crowd: Crowd,
  times: number,
  seconds: number,
  kinds = Object.keys(PER_SECOND) as Kind[],
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
  const calls = timetable(kinds, times, seconds).map(({ kind, at }) => ({
    kind,
    at,
    ...crowd.call(kind),
  }));
  const began = performance.now() + 100;
  const answers: Promise<Answered>[] = [];
  for (const call of calls) {
    const due = began + call.at;
    // A timer is no finer than a millisecond; calls due within it are sent together.
    if (due > performance.now()) await pause(due - performance.now());
    answers.push(answer(url, agent, call, due));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}

/** The schedule of calls, in milliseconds: each kind evenly spaced, in order of time. */
function timetable(kinds: Kind[], times: number, seconds: number): { kind: Kind; at: number }[] {
  const all = kinds.flatMap((kind) => {
    const each = Math.max(1, Math.round(PER_SECOND[kind] * times));
    return Array.from({ length: each * seconds }, (_, n) => ({ kind, at: (n / each) * 1000 }));
  });
  return all.toSorted((one, other) => one.at - other.at);
}

function answer(
  url: string,
  agent: Agent,
  { kind, method, path, member, body }: Call & { kind: Kind },
  due: number,
): Promise<Answered> {
  return new Promise((resolve) => {
    const end = (status: number | "failed") =>
      resolve({ kind, status, ms: performance.now() - due });
    const headers = {
      authorization: `Bearer ${member.token}`,
      "x-forwarded-for": member.ip,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const sent = request(url + path, { method, agent, headers, timeout: 30_000 }, (response) => {
      response.resume().once("end", () => end(response.statusCode ?? 0));
    });
    sent.once("error", () => end("failed")).once("timeout", () => sent.destroy());
    sent.end(body === undefined ? "" : JSON.stringify(body));
  });
}

export function report(heading: string, answers: readonly Answered[]): void {
  console.log(`\n  ${heading}`);
  const kinds = [...new Set(answers.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const ofKind = answers.filter((one) => one.kind === kind);
    const ms = ofKind.map((one) => one.ms);
    const figures = [50, 95, 99, 100].map((percent) => `${Math.round(percentile(ms, percent))} ms`);
    return [kind, ...figures, tally(ofKind.map(({ status }) => status))];
  });
  printTable([["", "p50", "p95", "p99", "slowest", "answers"], ...rows]);
}

/** The time in milliseconds that a share of each kind of call does not exceed. */
export function percentilesOf(
  answers: readonly Answered[],
  percent: number,
): Readonly<Record<string, number>> {
  const kinds = [...new Set(answers.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const ofKind = answers.filter((one) => one.kind === kind).map(({ ms }) => ms);
      return [kind, percentile(ofKind, percent)];
    }),
  );
}
