import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import { languages } from "#shared/language.ts";

export const setLanguage = endpoint({
  name: "members.setLanguage",
  method: "PUT",
  path: "/api/v1/language",
  summary: "Chooses one's language, which sign-in, SMS and e-mail use from then on",
  audience: { kind: "member" },
  body: z.strictObject({ language: z.enum(languages, "field.invalid") }),
  answer: z.object({ language: z.enum(languages) }),
  problems: ["invalid"],
});
