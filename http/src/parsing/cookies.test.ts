import { expect, it } from "vitest";
import { endCookie, hostCookie, parseCookies } from "./cookies.ts";

it("SE-07 writes __Host- cookies that are Secure, HttpOnly and SameSite=Lax", () => {
  expect(hostCookie("__Host-session", "ats_1_x", 3600)).toBe(
    "__Host-session=ats_1_x; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=3600",
  );
  expect(hostCookie("__Host-session", "x")).toBe("__Host-session=x; Path=/; Secure; HttpOnly; SameSite=Lax");
  expect(endCookie("__Host-session")).toBe("__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0");
});

it("IN-06 refuses a value that would end its cookie", () => {
  for (const value of ["a;b", "a b", "a\r\nSet-Cookie: b=c", 'a"', "a,b", "ä", "a\\b"]) {
    expect(() => hostCookie("__Host-session", value)).toThrow("does not fit");
  }
});

it("reads cookies as browsers send them", () => {
  const cookies = parseCookies(" a=1;b=2=3 ; =x; novalue; __Host-session=ats_1_x;__proto__=y");
  expect([...cookies]).toEqual([
    ["a", "1"],
    ["b", "2=3"],
    ["__Host-session", "ats_1_x"],
    ["__proto__", "y"],
  ]);
  expect(parseCookies(undefined).size).toBe(0);
});

it("SE-02 ignores a cookie that was sent twice, since one of the two was planted", () => {
  expect([...parseCookies("a=1; __Host-session=theirs; __Host-session=mine")]).toEqual([["a", "1"]]);
});

it("SE-02 ignores a cookie whose name a sibling host made look like ours", () => {
  for (const planted of ["\u00a0", "\u000b", "\u000c", "\ufeff", '"']) {
    for (const name of [`${planted}__Host-session`, `__Host-session${planted}`]) {
      expect([...parseCookies(`${name}=theirs`)]).toEqual([]);
      expect(parseCookies(`${name}=theirs; __Host-session=mine`).get("__Host-session")).toBe("mine");
    }
  }
  expect(parseCookies(" \t__Host-session\t = \tmine\u00a0 ").get("__Host-session")).toBe("mine\u00a0");
});
