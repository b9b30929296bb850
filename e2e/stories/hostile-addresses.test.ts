import { describe } from "vitest";
import { call, givenSignedInUser } from "../http/client.ts";
import { hostileTexts, made, madeByText } from "./hostile-texts.ts";
import { shown, walk } from "./paths.ts";
import { story } from "./story.ts";

/** A query and a fragment that contain this text in every part. */
const everywhere = (text: string) => `?redirect=${text}&token=${text}&tab=${text}#${text}`;

describe.concurrent("addresses that contain scripts", () => {
  story("FE-02 run nothing in any part of an address", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const [{ page: visitor, troubles }, { page }] = [await visit(), await visit({ token })];
    troubles.expect("answer 4");
    await visitor.goto("/about");
    await page.goto("/dashboard");
    await shown(page);
    const encoded = hostileTexts.map(encodeURIComponent);
    const open = encoded.flatMap((text) => [
      { to: `/login${everywhere(text)}`, heading: "Sign in to Attestory" },
      { to: `/docs${everywhere(text)}`, heading: "1. Create an account" },
      { to: `/verify-email?token=${text}`, leadsTo: "/verify-email", heading: "Verification failed" },
      { to: `/nowhere/${text}${everywhere(text)}`, heading: "There is nothing at this address" },
    ]);
    const own = encoded.map((text) => ({
      to: `/login?redirect=${text}`,
      leadsTo: "/dashboard",
      heading: "Account settings",
    }));
    const nothing = { elements: [] };
    expect(await walk(visitor, open, madeByText)).toEqual(open.map(({ to }) => ({ to, ...nothing })));
    expect(await walk(page, own, madeByText)).toEqual(own.map(({ to }) => ({ to, ...nothing })));
  });

  story("FE-02 run nothing when opened from another site", async ({ visit, stack, expect }) => {
    const addresses = hostileTexts.map(encodeURIComponent).map((text) => `/${text}${everywhere(text)}`);
    // The service sends the same document for every address; only the nonce or the request id differs.
    const documentAt = async (path: string) => {
      const { status, headers, body } = await call(stack.url, `GET ${path}`);
      const text = typeof body === "string" ? body.replaceAll(/nonce="[^"]*"/g, "") : { ...body, requestId: "" };
      return [status, headers.get("content-type"), text];
    };
    // An address whose last part has a dot names a file, which does not exist.
    const isFile = (address: string) => {
      const path = decodeURIComponent(new URL(address, stack.url).pathname);
      return path.slice(path.lastIndexOf("/")).includes(".");
    };
    const [document, missing] = [await documentAt("/nowhere"), await documentAt("/x.y")];
    expect([document[0], missing[0]]).toEqual([404, 404]);
    expect((await documentAt("/about")).slice(1)).toEqual(document.slice(1));
    expect(missing[1]).toContain("json");
    for (const address of addresses) {
      expect(await documentAt(address), address).toEqual(isFile(address) ? missing : document);
    }

    const { page, troubles } = await visit();
    troubles.expect("answer 404: GET /");
    const opened = [...addresses.filter(isFile).slice(0, 1), ...addresses.filter((one) => !isFile(one)).slice(0, 4)];
    for (const address of opened) {
      await page.goto(address);
      if (!isFile(address)) await shown(page);
      expect(await made(page), address).toEqual([]);
    }
  });
});
