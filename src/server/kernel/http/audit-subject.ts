import { formatCaseNumber } from "#shared/case-number.ts";

const subjects = {
  memberNo: "member",
  batch: "check-off",
  importId: "import",
  account: "ledger",
  exported: "list",
  loanNo: "loan",
};

interface Named {
  readonly name: string;
}

/** Returns the audit subject of a call: the parameter in its path, or the call itself. */
export function auditSubject({ name }: Named, { params }: { readonly params: unknown }): string {
  const given = (params ?? {}) as Readonly<Record<string, string | bigint | undefined>>;
  const { caseNo } = given;
  if (typeof caseNo === "bigint") return `case:${formatCaseNumber(caseNo)}`;
  const found = Object.entries(subjects).find(([part]) => given[part] !== undefined);
  return found === undefined ? name : `${found[1]}:${given[found[0]]}`;
}
