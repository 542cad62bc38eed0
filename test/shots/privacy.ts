import type { Page } from "@playwright/test";
import type { Screen } from "./arrange.ts";
import { abort, keepLoading, seen, speakKiswahili } from "./arrange.ts";

const step = (name: string, date: string, time = "09:12") => ({ step: name, date, time });

const request = {
  id: "12",
  kind: "correction",
  detail: "name",
  shouldBe: "Wanjiru Njeri Kamau-Otieno",
  note: "",
  way: "portal",
  receivedOn: "2026-04-10",
  dueOn: "2026-04-17",
  daysLeft: 3,
  state: "proposed",
  answer: "",
  ground: "",
  answeredOn: "",
  steps: [
    step("received", "2026-04-10"),
    step("in-progress", "2026-04-11", "10:40"),
    step("proposed", "2026-04-13", "15:02"),
  ],
};

const refused = {
  ...request,
  id: "9",
  kind: "erasure",
  detail: "",
  shouldBe: "",
  dueOn: "2026-03-16",
  receivedOn: "2026-03-02",
  state: "refused",
  answer: "Your loan runs until August; ask again once it is paid.",
  ground: "membership",
  answeredOn: "2026-03-09",
  steps: [step("received", "2026-03-02"), step("refused", "2026-03-09")],
};

const listed = (more: object) => ({
  ...request,
  memberNo: "MS1001",
  fullName: "Wanjiru Njeri Kamau",
  preparedBy: "",
  recordedBy: "member:MS1001",
  ...more,
});

const answerOwn = (page: Page) =>
  page.route("**/api/v1/privacy", (route) =>
    route.fulfill({
      json: {
        asAt: "2026-04-14",
        confirmed: { version: 1, on: "2026-01-20" },
        requests: [request, refused],
      },
    }),
  );

const answerList = (page: Page) =>
  page.route("**/api/v1/privacy-requests?*", (route) =>
    route.fulfill({
      json: {
        rows: [
          listed({ id: "7", kind: "copy", detail: "", dueOn: "2026-04-11", daysLeft: -3 }),
          listed({}),
          listed({ id: "14", kind: "erasure", detail: "", state: "received", daysLeft: 9 }),
        ],
        open: 3,
        late: 1,
        next: "",
      },
    }),
  );

const part = (name: string, state: string, because = "", until = "") => {
  return { part: name, state, because, until };
};

const answerOne = (more: object) => (page: Page) =>
  page.route("**/api/v1/privacy-requests/*", (route) =>
    route.fulfill({
      json: {
        request: listed({ kind: "erasure", detail: "", shouldBe: "", ...more }),
        steps: request.steps.map((one) => ({ ...one, by: "staff:ST9001" })),
        current: "",
        leftOn: "",
        erasable: [
          part("email", "now"),
          part("postal-address", "empty"),
          part("next-of-kin", "now"),
          part("mobile", "kept", "membership"),
          part("login", "kept", "membership"),
          part("name", "kept", "law", "2033-04-14"),
        ],
        proposed: [],
        contactChange: { id: "", state: "" },
      },
    }),
  );

/** The screens about data protection, in each of their states. */
export const privacyScreens: Screen[] = [
  { name: "privacy-notice", path: "/Privacy", as: "nobody", after: seen("Who keeps your data") },
  { name: "privacy-notice-kiswahili", path: "/Privacy", as: "nobody", after: speakKiswahili },
  {
    name: "privacy-own",
    path: "/app/Privacy",
    as: "member",
    before: answerOwn,
    after: seen("Request no. 12"),
  },
  { name: "privacy-own-empty", path: "/app/Privacy", as: "member" },
  {
    name: "privacy-own-loading",
    path: "/app/Privacy",
    as: "member",
    after: keepLoading("**/api/v1/privacy"),
  },
  {
    name: "privacy-own-failed",
    path: "/app/Privacy",
    as: "member",
    before: abort("**/api/v1/privacy"),
  },
  {
    name: "privacy-confirm",
    path: "/app",
    as: "member",
    after: (page) => page.getByRole("button", { name: "Read and confirm" }).click(),
  },
  {
    name: "privacy-desk-list",
    path: "/app/PrivacyRequests",
    as: "clerk",
    before: answerList,
    after: seen("3 open, 1 late"),
  },
  { name: "privacy-desk-none", path: "/app/PrivacyRequests", as: "clerk" },
  {
    name: "privacy-desk-erasure",
    path: "/app/PrivacyRequests?request=14",
    as: "clerk",
    before: answerOne({ state: "in-progress" }),
    after: seen("Retention rules"),
  },
  {
    name: "privacy-desk-approve",
    path: "/app/PrivacyRequests?request=12",
    as: "treasurer",
    before: answerOne({ kind: "correction", detail: "name", shouldBe: request.shouldBe }),
    after: seen("Approve and carry out"),
  },
  { name: "privacy-desk-paper", path: "/app/PrivacyRequests?request=new", as: "clerk" },
];
