import { expect, it } from "vitest";
import { scrubbed } from "./harmless-settings.ts";

const words = "getaddrinfo ENOTFOUND db2.uzima.example; uzima_portal, uzima_books; 10.0.0.5:5432";

it("an error is shown without the hosts, the login and the database of an address", () => {
  const hosts = "db1.uzima.example:5432,db2.uzima.example:5433";
  const env = { DATABASE_URL: `postgres://uzima_portal:p@${hosts}/uzima_books` };
  expect(scrubbed(words, env)).toBe(
    "getaddrinfo ENOTFOUND (DATABASE_URL); (DATABASE_URL), (DATABASE_URL); (address):5432",
  );
});

it("an error is shown without an address that has a stray percent sign", () => {
  const env = { DATABASE_URL: "postgres://uzima_portal:p%zz@db2.uzima.example/uzima_books" };
  expect(scrubbed(words, env)).not.toContain("uzima");
});
