import { expect, it } from "vitest";
import { deviceInWords, locationInWords } from "./device.ts";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64)", "Linux"],
  ["<b>Robot</b>/1.0 (x) y", "Unknown device"],
  ["curl/8.5.0", "Unknown device"],
  ["Call 0800 123 now/1.0 (x) y", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("SE-11 describes %j as %s", (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});

it.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["127.0.0.1", "This machine"],
  ["::1", "This machine"],
  ["0.0.0.0", null],
  [null, null],
])("describes the location of %j as %j", (address, words) => {
  expect(locationInWords(address)).toBe(words);
});
