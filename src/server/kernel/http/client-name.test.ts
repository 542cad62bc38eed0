import { describe, expect, it } from "vitest";
import { clientName } from "./client-name.ts";

describe("the name of a device", () => {
  it.each([
    [
      "Mozilla/5.0 (Linux; Android 10; K)" +
        " AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
      "Chrome, Android",
    ],
    [
      "Mozilla/5.0 (Linux; Android 13; SM-A145)" +
        " AppleWebKit/537.36 SamsungBrowser/25 Chrome/121.0.0.0 Mobile Safari/537.36",
      "Samsung Internet, Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)" +
        " AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari, iPhone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64)" +
        " AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
      "Edge, Windows",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox, Linux"],
    ["okhttp/4.12", ""],
    [undefined, ""],
  ])("names what a member would recognise: %s", (sent, name) => {
    expect(clientName(sent)).toBe(name);
  });
});
