import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import { everyPath } from "#shared/statement-addresses.ts";
import { aliases } from "#web/paths.ts";
import { titlesIn } from "./test-titles.ts";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/conformance.md"), "utf8");

interface Row {
  readonly line: number;
  readonly what: string;
  readonly lives: string;
  readonly heldBy: string;
  readonly deviation: string;
}

const cells = page.split("\n").map((line, index) => ({
  line: index + 1,
  cells: line.startsWith("|")
    ? line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim())
    : [],
}));

const testFiles = new Map(
  cells
    .filter((row) => row.cells[1]?.startsWith("`") && row.cells.length === 2)
    .map(({ cells: [name = "", file = ""] }) => [plain(name), plain(file)]),
);

const rows: readonly Row[] = cells
  .filter((row) => row.cells.length === 4)
  .map(({ line, cells: [what = "", lives = "", heldBy = "", deviation = ""] }) => ({
    line,
    what,
    lives,
    heldBy,
    deviation,
  }))
  .filter(({ what }) => what !== "What" && !/^-+$/.test(what));

function plain(cell: string): string {
  return cell.replaceAll("`", "");
}

interface Claim {
  readonly line: number;
  readonly file: string;
  readonly title: string;
}

function claimsOf({ line, heldBy }: Row): Claim[] {
  return heldBy.split("<br>").map((claim) => {
    const [, name = "", title = ""] = /^`([\w-]+)` (.+)$/.exec(claim) ?? [];
    return { line, file: testFiles.get(name) ?? "", title };
  });
}

// The specification's own lists, so that no row can be forgotten or removed.
const screens = `
  / /Login /SignUp /ChangePassword /app/AddLoanForm /app/LoanList /app/Notes /app/Questions
  /app/Login /app/AddMemberForm /app/MemberDetails /app/UpdateLoanData /app/SplitDividend
  /app/Instant /app/DividendList /app/LoanStatement /app/GurantorList /app/ShareCapital
  /app/ShareStatement /app/WithdrawableStatement`
  .trim()
  .split(/\s+/);

const calls = [
  "POST /api/v1/auth/authenticate",
  "POST /api/v1/auth/register",
  "PUT /api/v1/auth/changePassword",
  "POST /api/v1/auth/registerOtp",
  "POST /api/members",
  "GET /api/v1/member/{memberId}",
  "POST /api/v1/instant/register",
  "GET /v1/loan and /api/v1/loan",
  "POST /suggestions and /api/v1/suggestions",
  "GET /api/v1/savings/sumTotal/{memberNo}",
  "GET /api/v1/dividendPayable/sumTotal/{memberNo}",
  "GET /api/v1/shareCapital/sumTotal/{memberNo}",
  "GET /api/v1/dividend/{memberNo}",
  "GET /api/v1/header/1",
  "GET /api/v1/instant/{memberNo}",
  "GET /api/v1/guarantor/{memberNo}",
  "GET /api/v1/shareCapital/{memberNo}",
  "GET /api/v1/savings/{memberNo}",
  "GET /api/v1/savings/sum/{memberNo}",
  "GET /api/v1/withDrawable/{memberNo}",
  "PATCH /loandetails/{id} and /api/v1/loandetails/{id}",
  "GET /members/1 and /api/v1/members/{id}",
];

const messages = [
  "Please input your Member No!",
  "Please input your Password!",
  "There was an error signing in. Please contact Admin for assistance",
  "There was an error.",
  "login Successful",
  "Registration Successfull",
  "An Error Occured",
  "Password Changed Successfull",
  "Otp Sent Successfull",
  "Data submitted successfully",
  "Must atleast be 8 characters",
  "passsword dont match",
  "${label} is required!",
  "${label} must be between ${min} and ${max}",
  "Type to search....",
  "Application Successfull",
  "Error Occured",
];

const fields = `
  holdersName accNo tel1 emailAdd idNo nok1 nok2 nok3 organisationName status code message
  token memberNo mobileNo email password password_confirmation otp member idno gender age
  residence mobile savings memberName memNo category amount period total repayment id memberno
  suggestion inputDate narration refNo dividend paid runningTotal loanNo loanPurpose startDate
  endDate outStanding cdate lamount amountGuaranteed outstanding guarantorType curDate date
  item referenceNo receiptNo debit credit regDate access`
  .trim()
  .split(/\s+/);

const modes = [
  "CAPITALIZE TO SHARES",
  "PAY THROUGH EFT(MOBILE)",
  "OFFSET A LOAN",
  "OFFSET HOSPITAL BILL",
];

function missing(wanted: readonly string[], given: readonly string[]): string[] {
  return wanted.filter((one) => !given.includes(one));
}

function wordsOf(cell: string): string[] {
  return plain(cell).split(/[\s,;:]+/);
}

describe("the conformance table", () => {
  it("has four cells in every row and names the tests, or the reason and date of a gap", () => {
    const odd = cells.filter(({ cells: { length } }) => length > 0 && length !== 2 && length !== 4);
    expect(odd.map(({ line }) => line)).toEqual([]);
    expect(rows.length).toBeGreaterThan(200);
    const empty = rows.filter(({ what, heldBy }) => what === "" || heldBy === "");
    expect(empty.map(({ line }) => line)).toEqual([]);
  });

  it("names the code of every row that has a test", () => {
    const homeless = rows.filter((row) => claimsOf(row).length > 0 && row.lives === "");
    expect(homeless.map(({ line }) => line)).toEqual([]);
  });

  it("names only files that exist", () => {
    const files = [...page.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|css|md))`/g)];
    expect(files.length).toBeGreaterThan(100);
    const gone = files.filter(([, path = ""]) => !existsSync(join(root, path)));
    expect([...new Set(gone.map(([, path]) => path))]).toEqual([]);
  });

  it("names only tests that are in the file it names", () => {
    const claims = rows.flatMap(claimsOf);
    expect(claims.length).toBeGreaterThan(50);
    const titles = new Map([...testFiles.values()].map((file) => [file, titlesIn(file)]));
    const invented = claims.filter(({ file, title }) => !titles.get(file)?.has(title));
    expect(invented.map(({ line, title }) => `line ${line}: ${title}`)).toEqual([]);
  });

  it("has every screen of the specification and every address of the page", () => {
    const addresses = rows.flatMap(({ what }) => wordsOf(what));
    expect(missing(screens, addresses)).toEqual([]);
    expect(missing([...everyPath, ...Object.keys(aliases)], addresses)).toEqual([]);
  });

  it("has every call of the specification and every endpoint of the contract", () => {
    expect(
      missing(
        calls,
        rows.map(({ what }) => plain(what)),
      ),
    ).toEqual([]);
    const said = rows.map(({ what }) => plain(what).replaceAll(/\{\w+\}/g, "{}")).join("\n");
    const served = everyEndpoint.map(({ path }) => path.replaceAll(/:\w+/g, "{}"));
    expect(served.filter((path) => !said.includes(path.replace("header/{}", "header/1")))).toEqual(
      [],
    );
  });

  it("has every message, field and mode of the specification", () => {
    const said = rows.map(({ what }) => plain(what)).join("\n");
    expect([...messages, ...modes].filter((words) => !said.includes(words))).toEqual([]);
    expect(
      missing(
        fields,
        rows.flatMap(({ what }) => wordsOf(what)),
      ),
    ).toEqual([]);
  });

  it("would notice a test, a file and a row that do not exist", () => {
    const auth = titlesIn("src/server/identity/auth/sign-in.test.ts");
    expect(auth.has("answers the contract's success to the letter")).toBe(true);
    expect(auth.has("a test nobody wrote")).toBe(false);
    expect(titlesIn("test/every-endpoint.test.ts").size).toBeGreaterThan(5);
    const spoken = titlesIn("test/e2e/spoken.spec.ts");
    expect(spoken.has("the pages of the office ${said}")).toBe(true);
    expect(
      missing(
        ["/app/Nowhere"],
        rows.flatMap(({ what }) => wordsOf(what)),
      ),
    ).toHaveLength(1);
  });
});
