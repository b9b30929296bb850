import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { builtWebApp } from "@attestory/standalone/web-build.ts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { freePort } from "../start-stack.ts";
import { story } from "./story.ts";
import { openVisitor, type Visitor } from "./visitor.ts";

/** What lies between the browser and the service. */
interface Line {
  /** Ends every connection, and takes no other. */
  cut(): void;
  /** From now on connections are taken but nothing passes; the next `cut` ends them. */
  hold(): void;
  restore(): Promise<void>;
}

/** Listens at one port, and passes everything on to another. */
async function openLine(port: number, to: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    // One end closes with the other.
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    far.pipe(near);
    near.on("data", (bytes) => {
      if (!isHeld) far.write(bytes);
    });
  });
  const restore = async () => {
    isHeld = false;
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await restore();
  return {
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    hold() {
      isHeld = true;
    },
    restore,
  };
}

/** Failures of requests that the page makes by itself: files, and field checks while typing. Each story expects its other calls. */
const byItself = [
  "no answer: POST /api/auth/check",
  "no answer: GET /assets/",
  "no answer: GET /favicon.svg",
  "console error: LoadFailure",
];

/** A story on a service of its own, which it can cut off. */
export const outage = story
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend("lined", { scope: "file" }, async ({}, { onCleanup }) => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const product = await startInProcess({ PUBLIC_URL: url }, { webApp: await builtWebApp(() => {}) });
    const line = await openLine(port, Number(new URL(product.url).port));
    onCleanup(async () => {
      line.cut();
      await product.remove();
    });
    return { url, line };
  })
  .extend("service", { scope: "file" }, ({ lined }) => ({ url: lined.url }))
  .extend("line", { scope: "file" }, ({ lined }) => lined.line)
  .extend("arrive", async ({ browser, service }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      const troubles = await Promise.all(visitors.map((visitor) => visitor.leave(byItself)));
      expect(troubles.flat(), "what went wrong in the browsers").toEqual([]);
    });
    return async (token?: string): Promise<Visitor> => {
      const visitor = await openVisitor(browser, service.url, token ? { token } : {});
      visitors.push(visitor);
      return visitor;
    };
  });

export const outOfReach = "The service could not be reached. Check your connection and try again.";

/** Waits for the message in a toast, or as plain text if the code of toasts did not load. */
export async function waitForMessage(page: Page, title: string, sentence: string) {
  await page.getByText(title, { exact: true }).waitFor();
  await page.getByText(sentence).first().waitFor();
}
