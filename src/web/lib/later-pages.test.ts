import { createElement, type ReactElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { laterPages } from "./later-pages.tsx";

const Statement = ({ of }: { readonly of: string }): ReactElement => createElement("p", null, of);

function shown(pages: ReturnType<typeof planned>): string {
  const page = createElement(pages.page("Statement"), { of: "Savings" });
  return renderToString(createElement(Suspense, { fallback: "Loading" }, page));
}

const planned = () => laterPages(async () => ({ Statement }));

it("shows a page at once, without a fallback, when its code was loaded ahead", async () => {
  const pages = planned();
  expect(shown(pages)).toContain("Loading");
  await pages.load();
  expect(shown(pages)).toContain("<p>Savings</p>");
});

it("asks for its code again after it could not be loaded", async () => {
  let asked = 0;
  const pages = laterPages(async () => {
    asked += 1;
    if (asked === 1) throw new Error("offline");
    return { Statement };
  });
  await expect(pages.load()).rejects.toThrow("offline");
  await pages.load();
  expect(shown(pages)).toContain("<p>Savings</p>");
});
