import { formatCaseNumber } from "#shared/case-number.ts";
import type { AuditSubject } from "#shared/contract/kernel/endpoint.ts";

export interface Audited {
  readonly name: string;
  readonly subject: AuditSubject | null;
}

/** Returns the declared audit subject of an endpoint; throws if it declares none. */
export function declaredSubject({ name, subject }: Audited): AuditSubject {
  if (subject === null) throw new Error(`${name} is audited and declares no subject`);
  return subject;
}

/** Returns the audit subject of a call, as its endpoint declares it. */
export function auditSubject(endpoint: Audited, { params }: { readonly params: unknown }): string {
  const { name } = endpoint;
  const subject = declaredSubject(endpoint);
  if (subject === "call") return name;
  const value = (params as Readonly<Record<string, string | bigint | undefined>>)[subject.param];
  if (value === undefined) throw new Error(`${name} has no parameter ${subject.param}`);
  if (subject.kind === "case" && typeof value === "bigint")
    return `case:${formatCaseNumber(value)}`;
  return `${subject.kind}:${value}`;
}
