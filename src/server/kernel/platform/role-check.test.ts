import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { closeTestSociety, openTestSociety, useTestSociety } from "#test/test-society.ts";
import { closeToOthers } from "./connect-right.ts";
import { Database } from "./database.ts";
import { rejectPowerfulRole } from "./role-check.ts";
import { steps } from "#test/steps.ts";

const society = useTestSociety();

async function asRole(name: string, attributes: string) {
  await society.owner.query(`drop role if exists ${name}`);
  await society.owner.query(`create role ${name} login ${attributes}`);
  await society.owner.query(`grant akiba_app to ${name}`);
  const connection = { ...society.connection, user: name };
  const database = new Database({ connection, poolSize: 1 });
  return {
    database,
    remove: async () => {
      await database.close();
      await society.owner.query(`drop owned by ${name}; drop role ${name}`);
    },
  };
}

steps("the role of the application", () => {
  it("rejects the owner of the books and a role that can create roles", async () => {
    await expect(rejectPowerfulRole(society.database)).rejects.toThrow("DATABASE_OWNER_URL");
    const maker = await asRole(`maker_${process.pid}`, "createrole");
    await expect(rejectPowerfulRole(maker.database)).rejects.toThrow("DATABASE_OWNER_URL");
    await maker.remove();
  });

  describe("a role that is only a member of akiba_app", () => {
    it("is rejected while any role may connect, and accepted once only it may", async () => {
      const plain = await asRole(`plain_${process.pid}`, "");
      await expect(rejectPowerfulRole(plain.database)).rejects.toThrow("akiba migrate");
      await closeToOthers(society.owner, { user: `plain_${process.pid}` });
      await expect(rejectPowerfulRole(plain.database)).resolves.toBeUndefined();
      await plain.remove();
    });

    it("gets its right to connect when many instances start at once", async () => {
      const plain = await asRole(`many_${process.pid}`, "");
      const starts = Array.from({ length: 8 }, async () => {
        const owner = new Client(society.connection);
        await owner.connect();
        try {
          await closeToOthers(owner, { user: `many_${process.pid}` });
        } finally {
          await owner.end();
        }
      });
      await Promise.all(starts);
      await expect(rejectPowerfulRole(plain.database)).resolves.toBeUndefined();
      await plain.remove();
    });

    it("is rejected if it may also connect to another society's database", async () => {
      const other = await openTestSociety();
      const shared = await asRole(`shared_${process.pid}`, "");
      const user = `shared_${process.pid}`;
      await closeToOthers(society.owner, { user });
      await closeToOthers(other.owner, { user });
      const { database: name = "" } = other.connection;
      await expect(rejectPowerfulRole(shared.database)).rejects.toThrow(`also connect to ${name}`);
      await closeTestSociety(other);
      await shared.remove();
    });
  });
});
