import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const size = { places: 64, perAccount: 4, perNetwork: 8 };

/** A queue of waiters, each named `account@network`. */
function opened(said: Partial<typeof size> = {}) {
  const queue = createFairQueue<string>({ ...size, ...said });
  const add = (account: string, network: string) => queue.add({ account, network }, `${account}@${network}`);
  const addMany = (count: number, waiterOf: (n: number) => [account: string, network: string]) =>
    Array.from({ length: count }, (_, n) => add(...waiterOf(n)));
  const served = (count = Number.POSITIVE_INFINITY) => {
    const all: string[] = [];
    for (let item = queue.next(); item !== undefined; item = all.length < count ? queue.next() : undefined) {
      all.push(item);
    }
    return all;
  };
  return { add, addMany, served };
}
const repeated = (count: number, text: string) => Array<string>(count).fill(text);

describe("a queue with room", () => {
  it("A2 refuses nobody, whatever their share", () => {
    const { addMany, served } = opened();
    expect(addMany(64, () => ["one", "net"])).toEqual(Array(64).fill(null));
    expect(served()).toEqual(repeated(64, "one@net"));
  });

  it("A2 serves networks in turn, and the accounts of a network in turn", () => {
    const { add, addMany, served } = opened();
    addMany(4, () => ["flood", "net"]);
    add("neighbour", "net");
    addMany(2, (n) => [`honest${n}`, "elsewhere"]);
    add("another", "third");
    expect(served()).toEqual([
      "flood@net",
      "honest0@elsewhere",
      "another@third",
      "neighbour@net",
      "honest1@elsewhere",
      "flood@net",
      "flood@net",
      "flood@net",
    ]);
  });

  it("A2 lets a network that comes again wait for its turn", () => {
    const { add, served, addMany } = opened();
    addMany(3, () => ["flood", "net"]);
    add("honest", "elsewhere");
    const first = served(2);
    add("honest", "elsewhere");
    expect([...first, ...served()]).toEqual([
      "flood@net",
      "honest@elsewhere",
      "flood@net",
      "honest@elsewhere",
      "flood@net",
    ]);
  });
});

describe("a full queue", () => {
  it("A2 sheds the account that floods it, for honest ones from other networks, until each has its share", () => {
    const { addMany, served } = opened();
    addMany(64, () => ["flood", "net"]);
    expect(addMany(60, (n) => [`honest${n}`, `net${n}`])).toEqual(repeated(60, "flood@net"));
    expect(served().filter((item) => item === "flood@net")).toHaveLength(4);
  });

  it("A2 refuses the one that floods it, not those who wait", () => {
    const { add, addMany } = opened();
    addMany(20, (n) => [`honest${n}`, `net${n}`]);
    addMany(44, () => ["flood", "net"]);
    expect(add("flood", "net")).toBe("flood@net");
    expect(add("honest", "elsewhere")).toBe("flood@net");
  });

  it.each([
    ["one account from many networks", (n: number): [string, string] => ["flood", `net${n}`]],
    ["many accounts from one network", (n: number): [string, string] => [`flood${n}`, "net"]],
    ["eight networks within their shares", (n: number): [string, string] => [`flood${n >> 2}`, `net${n >> 3}`]],
  ])("A2 gives an honest request a place that it takes from %s", (_, waiterOf) => {
    const { add, addMany, served } = opened();
    addMany(64, waiterOf);
    expect(addMany(3, (n) => [`honest${n}`, `home${n}`])).toEqual(
      repeated(3, expect.stringContaining("flood") as never),
    );
    expect(add(...waiterOf(0))).toContain("flood");
    expect(served().filter((item) => item.startsWith("honest"))).toHaveLength(3);
  });

  it("A2 sheds the flooding account rather than its neighbours in the same network", () => {
    const { add, addMany, served } = opened();
    addMany(64, (n) => [`flood${n % 4}`, "net"]);
    expect(addMany(8, (n) => [`neighbour${n}`, "net"])).toEqual(
      repeated(8, expect.stringMatching(/^flood\d@net$/) as never),
    );
    expect(add("flood0", "net")).toMatch(/^flood/);
    expect(served().filter((item) => item.startsWith("neighbour"))).toHaveLength(8);
  });

  it("A2 sheds an attacker who knows the password rather than the account's owner elsewhere", () => {
    const { add, addMany, served } = opened();
    addMany(64, () => ["owner", "attacker"]);
    expect(add("owner", "home")).toBe("owner@attacker");
    expect(served(2)).toContain("owner@home");
  });

  it("A2 refuses a newcomer who would have as much as everyone else", () => {
    const { add, addMany } = opened();
    addMany(64, (n) => [`one${n}`, `net${n}`]);
    expect(add("late", "elsewhere")).toBe("late@elsewhere");
  });
});
