import { expect } from "vitest";
import type { Answer } from "../load.ts";
import type { Asked, Storm } from "./storm.ts";

/** One kind of race: requests that want the same thing, or things that exclude each other. */
export interface Kind {
  readonly name: string;
  readonly run: (storm: Storm) => Promise<void>;
}

/** Repeats a request. */
export function times(count: number, asked: Asked): Asked[] {
  return Array.from({ length: count }, () => asked);
}

/** Mixes requests, so that each kind of them reaches both servers. */
export function mixed(count: number, ...asked: readonly Asked[]): Asked[] {
  return Array.from({ length: count }, (_, round) => {
    return round % 2 === 0 ? asked : asked.toReversed();
  }).flat();
}

/** Returns the answers that succeeded. Fails at any other that is not a problem of the caller's. */
export function winnersOf(answers: readonly Answer[]): Answer[] {
  const winners = answers.filter(({ status }) => status < 300);
  const strange = answers.filter((answer) => answer.status >= 300 && !isProblem(answer));
  expect(strange.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  return winners;
}

/** Fails unless a number of requests succeeded and every other was answered with a problem. */
export function expectWinners(answers: readonly Answer[], count: number): Answer[] {
  const winners = winnersOf(answers);
  const told = answers.map(({ status, text }) => `${status} ${text.slice(0, 160)}`).join("\n");
  expect(winners.length, told).toBe(count);
  return winners;
}

/** A 4xx whose body names its status and the reason, in either of the two shapes. */
function isProblem({ status, text, headers }: Answer): boolean {
  if (status < 400 || status >= 500) return false;
  const body = JSON.parse(text) as { code: number; message: string };
  const isJson = /^application\/(problem\+)?json/.test(headers.get("content-type") ?? "");
  return isJson && body.code === status && body.message !== "";
}

/** Reads the body of an answer. */
export function bodyOf(answer: Answer | undefined): unknown {
  return JSON.parse(answer?.text ?? "null");
}
