import { describe, expect, it } from "vitest";
import { placeOfServer } from "./database-home.ts";
import { addressesIn, ServerHosts } from "./server-hosts.ts";

describe("the address of a database", () => {
  it("may name several hosts, each with its port, of which the primary is wanted", () => {
    const url = "postgresql://u:p%2C@a:5432,b:5433/db?sslmode=disable&target_session_attrs=";
    const [first, second] = ["a:5432", "b:5433"].map(
      (host) => `postgresql://u:p%2C@${host}/db?sslmode=disable`,
    );
    expect(addressesIn(`${url}read-write`)).toEqual([first, second]);
    expect(addressesIn(`${url}primary`)).toEqual([first, second]);
    expect(addressesIn("postgres://u@one/db")).toEqual(["postgres://u@one/db"]);
  });

  it("is rejected if it asks for a server other than the primary, or is invalid", () => {
    for (const wanted of ["any", "standby", "read-only", "prefer-standby"]) {
      expect(addressesIn(`postgres://u@a,b/db?target_session_attrs=${wanted}`)).toBeNull();
    }
    for (const none of ["mysql://u@a/db", "postgres:/db", "postgres://u@a:x,b/db", "a,b"]) {
      expect(addressesIn(none), none).toBeNull();
    }
  });

  it("is one place, whichever of its hosts serves", () => {
    const url = "postgres://u:p@db1:5432,db2:5433/akiba?target_session_attrs=read-write";
    expect(placeOfServer(url)).toBe("db1:5432,db2:5433/akiba");
    expect(placeOfServer("postgres://u:p@db1/akiba")).toBe("db1:5432/akiba");
  });
});

describe("the server to try next", () => {
  it("is looked for although an address cannot even be read", async () => {
    const address = "postgres://u@127.0.0.1:1/db?sslrootcert=/no/such/file.pem";
    const hosts = new ServerHosts([address, address]);
    await expect(hosts.survey()).resolves.toBeUndefined();
  });

  it("is left once, however many connections to it fail at the same moment", () => {
    const hosts = new ServerHosts(["one", "two", "three"]);
    for (let failed = 0; failed < 5; failed += 1) hosts.leave("one");
    expect(hosts.current).toBe("two");
    hosts.leave("two");
    hosts.leave("three");
    expect(hosts.current).toBe("one");
  });
});
