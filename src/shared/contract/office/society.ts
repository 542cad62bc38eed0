import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/basic-fields.ts";

export const header = endpoint({
  name: "society.header",
  method: "GET",
  path: "/api/v1/header/:id",
  summary: "Returns the society's name and contacts; the id is always 1",
  audience: { kind: "anyone" },
  limit: "public",
  params: z.object({ id: z.string() }),
  query: fields.anyQuery,
  answer: z.object({
    id: z.literal(1),
    organisationName: z.string(),
    shortName: z.string(),
    legalName: z.string(),
    postalAddress: z.string(),
    phone: z.string(),
    email: z.string(),
    officeHours: z.string(),
    officeHoursSw: z.string(),
    officePlace: z.string(),
    officePlaceSw: z.string(),
    accentHue: z.number(),
    accentChroma: z.number(),
    /** The path of the logo; left out where there is none. */
    logo: z.optional(z.string()),
  }),
  problems: ["no-such-society"],
  reads: "one-statement",
});

export const notices = endpoint({
  name: "society.notices",
  method: "GET",
  path: "/api/v1/notices",
  summary: "Lists the society's notices to its members, in both languages",
  audience: { kind: "anyone" },
  limit: "public",
  answer: z.array(
    z.object({
      number: z.int(),
      title: z.object({ en: z.string(), sw: z.string() }),
      text: z.object({ en: z.string(), sw: z.string() }),
    }),
  ),
  reads: "one-statement",
});
