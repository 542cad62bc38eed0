import type { PrivacyDetail } from "#shared/contract/privacy/requests.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { fullName } from "#shared/contract/members/registration.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { codesByWord } from "#shared/messages/statements/exported-codes.ts";
import { readKin, writeKin } from "#shared/next-of-kin.ts";
import type { PrivacyKind } from "#shared/privacy-deadline.ts";

/** The request, as written by a member or by the office for them. */
export interface Asked {
  readonly kind: PrivacyKind;
  readonly detail?: PrivacyDetail | undefined;
  readonly shouldBe?: string | undefined;
  readonly note?: string | undefined;
}

/** The stored request: only a correction has a detail and its new value. */
export interface CheckedRequest {
  readonly kind: PrivacyKind;
  readonly detail: PrivacyDetail | "";
  readonly shouldBe: string;
  readonly note: string;
}

interface Problem {
  readonly field: "detail" | "shouldBe";
  readonly problem: FieldProblem;
}

/** Returns the checked request, or its wrong field with the problem. */
export function checkAsked({ kind, detail, shouldBe = "", note = "" }: Asked) {
  const plain = { kind, note: tidied(note) };
  if (kind !== "correction") return { checked: { ...plain, detail: "", shouldBe: "" } as const };
  if (detail === undefined) return refused("detail", "field.required");
  const typed = tidied(shouldBe);
  if (typed === "") return refused("shouldBe", "field.required");
  const read = readDetail(detail, typed);
  if ("problem" in read) return read;
  return { checked: { ...plain, detail, shouldBe: read.value } satisfies CheckedRequest };
}

function refused(field: Problem["field"], problem: FieldProblem): { problem: Problem } {
  return { problem: { field, problem } };
}

const LONGEST_PART = 100;

function readDetail(detail: PrivacyDetail, typed: string) {
  if (detail === "name") return orProblem(readName(typed), "name.form");
  if (detail === "next-of-kin") return readNextOfKin(typed);
  if (detail === "name-parts") return readNameParts(typed);
  if (detail === "national-id") return orProblem(fields.readNationalId(typed), "idNo.form");
  if (detail === "payroll-no") return orProblem(office.readPayrollNo(typed), "payrollNo.form");
  if (detail === "kra-pin") return orProblem(office.readKraPin(typed), "kraPin.form");
  if (detail === "sex") {
    return orProblem(codesByWord("sex").get(typed.toLowerCase()) ?? null, "gender.form");
  }
  if (detail === "mobile" || detail === "email") {
    const read = (detail === "mobile" ? fields.mobileNo : fields.email).safeParse(typed);
    const problem = detail === "mobile" ? "mobile.form" : "email.form";
    return orProblem(read.success ? read.data : null, problem);
  }
  return { value: typed.replaceAll("\n", " ") };
}

/** A name in the form of the register, without parts that belong to other details. */
function readName(typed: string): string | null {
  const read = fullName.safeParse(typed);
  return read.success && !/[\p{N}@]/u.test(read.data) ? read.data : null;
}

function orProblem(value: string | null, problem: FieldProblem) {
  return value === null ? refused("shouldBe", problem) : { value };
}

function readNextOfKin(typed: string) {
  const kin = readKin(typed);
  return typeof kin === "string" ? refused("shouldBe", kin) : { value: writeKin(kin) };
}

/** The surname on the first line, the first names on the second. */
function readNameParts(typed: string) {
  const lines = typed.split("\n").map((line) => line.replaceAll(/\s+/g, " "));
  const isRead = lines.length === 2 && lines.every((line) => /\p{L}/u.test(line));
  const isShort = lines.every((line) => line.length <= LONGEST_PART);
  return orProblem(isRead && isShort ? lines.join("\n") : null, "name.parts");
}

/** Trims each line and removes unprintable characters. */
function tidied(text: string): string {
  return text
    .replace(/[^\P{C}\n]/gu, "")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}
