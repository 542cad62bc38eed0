import { hash } from "@node-rs/argon2";
import { beforeAll, expect, it } from "vitest";
import { enrolWithLogin, PASSWORD, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { hmacSha256 } from "#server/kernel/platform/random.ts";

const society = useServedSociety({ passwordsCost: true });

beforeAll(() => enrolWithLogin(society, "MS1"));

it("hashes a password again at the cost of security.md, when its hash cost less", async () => {
  const { owner, config } = society;
  const peppered = hmacSha256(config.passwordPepper, PASSWORD).toString("base64");
  const weak = await hash(peppered, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await owner.query("update login set password_phc = $1 where login_no = 'MS1'", [weak]);
  await signIn(society, "MS1");
  const { rows } = await owner.query("select password_phc from login where login_no = 'MS1'");
  const [{ password_phc: kept }] = rows as [{ password_phc: string }];
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await signIn(society, "MS1");
});
