import { expect, it } from "vitest";
import { useWorld } from "#test/world.ts";
import { Database } from "./database.ts";
import { refusePowerfulRole } from "./role-check.ts";

const world = useWorld();

async function asRole(name: string, attributes: string) {
  await world.owner.query(`drop role if exists ${name}`);
  await world.owner.query(`create role ${name} login ${attributes}`);
  await world.owner.query(`grant akiba_app to ${name}`);
  const connection = { ...world.connection, user: name };
  const database = new Database({ connection, poolSize: 1 });
  return {
    database,
    remove: async () => {
      await database.close();
      await world.owner.query(`drop role ${name}`);
    },
  };
}

it("refuses the owner of the books and whoever makes roles", async () => {
  await expect(refusePowerfulRole(world.database)).rejects.toThrow("DATABASE_OWNER_URL");
  const maker = await asRole(`maker_${process.pid}`, "createrole");
  await expect(refusePowerfulRole(maker.database)).rejects.toThrow("DATABASE_OWNER_URL");
  await maker.remove();
});

it("takes a role that is only a member of akiba_app", async () => {
  const plain = await asRole(`plain_${process.pid}`, "");
  await expect(refusePowerfulRole(plain.database)).resolves.toBeUndefined();
  await plain.remove();
});
