import pg from "pg";

const INT8 = 20;
const DATE = 1082;

/** 64-bit integers are read as bigint and days as text; the rest as the driver returns them. */
export function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === INT8) return BigInt;
  if (oid === DATE) return (value) => value;
  return pg.types.getTypeParser(oid, format ?? "text") as (value: string) => unknown;
}
