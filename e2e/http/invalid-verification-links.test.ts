import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { typesIn, when } from "./stored-log.ts";
import { givenUserWithLink, openLink, signInStatus, type Unverified } from "./verification-links.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

const open = (query: string) => openLink(url, query);

const expectAllRejected = async (queries: string[], { id }: Unverified) => {
  for (const query of queries) {
    const { response, events } = await when(product, () => open(query));
    const rejected = { status: 400, message: "Invalid or expired verification token" };
    expect({ query, status: response.status, message: response.body.message }).toEqual({ query, ...rejected });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(events).toEqual([]);
  }
  expect(await typesIn(product, userStream(id))).toEqual(["UserRegistered"]);
};
const flipped = (character: string) =>
  character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase();

describe("a verification link", () => {
  it("EV-02 is rejected if truncated or extended anywhere", async () => {
    const user = await givenUserWithLink(url);
    const { link } = user;
    const cut = Array.from({ length: link.length }, (_, length) => `?token=${link.slice(0, length)}`);
    const longer = ["A", "=", "==", "%20", "%00", "%0A", ".", "/", link].map((end) => `?token=${link}${end}`);
    const before = ["%20", "+", "A", "=", "Bearer%20"].map((start) => `?token=${start}${link}`);
    await expectAllRejected([...cut, ...longer, ...before], user);
    expect((await open(`?token=${link}`)).status).toBe(200);
  });

  it("EV-02 is rejected with the case of any character flipped, or any character changed", async () => {
    const user = await givenUserWithLink(url);
    const characters = [...user.link];
    const changed = characters.flatMap((character, place) =>
      [flipped(character), character === "A" ? "B" : "A", character === "7" ? "8" : "7"]
        .filter((other) => other !== character)
        .map((other) => `?token=${characters.with(place, other).join("")}`),
    );
    expect(changed.length).toBeGreaterThan(2 * characters.length);
    await expectAllRejected(
      [`?token=${user.link.toUpperCase()}`, `?token=${user.link.toLowerCase()}`, ...changed],
      user,
    );
    expect((await open(`?token=${user.link}`)).status).toBe(200);
  });

  it("EV-02 verifies no other user", async () => {
    const [one, other] = [await givenUserWithLink(url), await givenUserWithLink(url)];
    const [mine, theirs] = [one.link, other.link].map((link) => Buffer.from(link, "base64url")) as [Buffer, Buffer];
    const parts = (link: Buffer) => [link.subarray(0, 16), link.subarray(16, 32), link.subarray(32)] as const;
    const [id, request, proof] = parts(mine);
    const [otherId, otherRequest, otherProof] = parts(theirs);
    const mixed = [
      [id, otherRequest, otherProof],
      [id, request, otherProof],
      [otherId, request, proof],
      [otherId, otherRequest, proof],
      [otherId, request, otherProof],
      [id, otherRequest, proof],
      [request, id, proof],
      [id, request, Buffer.alloc(32)],
    ].map((halves) => `?token=${Buffer.concat(halves).toString("base64url")}`);
    await expectAllRejected(mixed, one);
    expect(await typesIn(product, userStream(other.id))).toEqual(["UserRegistered"]);
    // A valid proof verifies its own user only.
    expect((await open(`?token=${other.link}`)).status).toBe(200);
    expect(await typesIn(product, userStream(one.id))).toEqual(["UserRegistered"]);
    expect(await signInStatus(url, one)).toBe(403);
  });

  it("EV-02 is rejected as a list, empty, or with another kind of token", async () => {
    const user = await givenUserWithLink(url);
    const { link, token, id } = user;
    await expectAllRejected(
      [
        `?token=${link}&token=${link}`,
        `?token=${link}&token=`,
        `?token=&token=${link}`,
        `?token=a&token=b&token=c`,
        `?token=${link},${link}`,
        "?token=",
        "?token=%00",
        `?token=${token}`,
        `?token=${id}`,
        `?token=${"A".repeat(86)}`,
        `?token=${"A".repeat(10_000)}`,
      ],
      user,
    );
    for (const query of ["", "?", `?token[]=${link}`, `?token%5B%5D=${link}`, `?Token=${link}`]) {
      const { status, body } = await open(query);
      expect({ query, status, message: body.message }).toEqual({
        query,
        status: 400,
        message: "No verification token provided",
      });
    }
    expect(await typesIn(product, userStream(id))).toEqual(["UserRegistered"]);
    expect((await open(`?token=${link}`)).status).toBe(200);
  });
});
