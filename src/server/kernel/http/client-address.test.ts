import { expect, it } from "vitest";
import { countedAddress } from "./client-address.ts";

it.each([
  ["41.90.1.2", "41.90.1.2"],
  ["::ffff:41.90.1.2", "41.90.1.2"],
  ["::FFFF:41.90.1.2", "41.90.1.2"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8::5", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["not an address", "unknown"],
  ["", "unknown"],
])("%s is counted as %s", (given, counted) => {
  expect(countedAddress(given)).toBe(counted);
});
