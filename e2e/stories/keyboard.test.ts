import { setTimeout as wait } from "node:timers/promises";
import type { JSHandle, Page } from "playwright-core";
import { describe } from "vitest";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { dashboard } from "./steps.ts";
import { story } from "./story.ts";
import { address, focused, storedToken, toast } from "./visitor.ts";

/** The focused element, and what keeps the focus from being visible. */
const focusSeen = async (page: Page) => {
  const element = await page.evaluateHandle(() => document.activeElement ?? document.body);
  if (await element.evaluate((one) => one === document.body)) return { stop: "", faults: [] };
  const stop = await element.evaluate((one) => {
    if (one instanceof HTMLInputElement) return one.name;
    return one.getAttribute("aria-label") ?? one.textContent.trim();
  });
  return { stop, faults: await settledFaults(element) };
};

/** A dialog takes no pointer for the moment in which it opens, so that what is behind it seems to be on top. */
const settledFaults = async (element: JSHandle<Element>) => {
  let faults = await focusFaults(element);
  for (let tries = 0; faults.length > 0 && tries < 20; tries++) {
    await wait(50);
    faults = await focusFaults(element);
  }
  return faults;
};

/** No ring of 2 px, or an element on top. */
const focusFaults = (element: JSHandle<Element>) =>
  element.evaluate((focused) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    // For a link that runs over several lines, its first line.
    const { left, top, width, height } = focused.getClientRects()[0] ?? new DOMRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    const faults: string[] = [];
    if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) faults.push("no ring");
    if (!focused.contains(onTop)) faults.push(`hidden under ${onTop?.outerHTML.slice(0, 80)}`);
    return faults;
  });

/** Presses Tab until the wanted element has the focus. @throws with the stops on the way if it never gets the focus */
async function tabTo(page: Page, wanted: string, key: "Tab" | "Shift+Tab" = "Tab") {
  const stops: string[] = [];
  while (stops.length < 20) {
    await page.keyboard.press(key);
    const { stop, faults } = await focusSeen(page);
    if (faults.length > 0) throw new Error(`${stop}: ${faults}`);
    if (stop === wanted) return;
    stops.push(stop);
  }
  throw new Error(`no way to ${wanted}, but to ${stops.join(", ")}`);
}

describe.concurrent("the keyboard alone", () => {
  story("suffices to sign in, change the password and log out", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await page.goto("/login");
    await expect.poll(() => focused(page)).toBe("email");
    await page.keyboard.type(person.email);
    await tabTo(page, "password");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await dashboard(page);

    await tabTo(page, "Change");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.waitFor();
    await tabTo(page, "currentPassword");
    await page.keyboard.type(person.password);
    await tabTo(page, "newPassword");
    await page.keyboard.type("a longer and new one");
    await tabTo(page, "confirmPassword");
    await page.keyboard.type("a longer and new one");
    await page.keyboard.press("Enter");
    await toast(page, "Password updated").waitFor();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => focused(page)).toBe("Change");

    await tabTo(page, `Account menu of ${person.username[0]?.toUpperCase()}`, "Shift+Tab");
    await page.keyboard.press("Enter");
    for (const item of ["Dashboard", "Developer Documentation", "Log out"]) {
      await expect.poll(() => focused(page)).toBe(item);
      await page.keyboard.press(item === "Log out" ? "Enter" : "ArrowDown");
    }
    await page.waitForURL("**/login");
    expect(await storedToken(page)).toBeNull();
    expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(401);
  });

  story("stays inside a dialog and returns to its opener", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ token });
    await page.goto("/dashboard");
    for (const [opener, inside] of [
      ["Change", ["Close", "currentPassword", "Cancel", "Change password"]],
      ["Manage active sessions", ["Close", "Done"]],
    ] as const) {
      const button = page.getByRole("button", { name: opener, exact: true });
      await button.focus();
      await page.keyboard.press("Space");
      await page.getByRole("dialog").waitFor();
      const stops = new Set<string>();
      for (let tab = 0; tab < 12; tab++) {
        await page.keyboard.press("Tab");
        const { stop, faults } = await focusSeen(page);
        expect(faults, stop).toEqual([]);
        stops.add(stop);
      }
      expect([...stops]).toEqual(expect.arrayContaining([...inside]));
      expect([...stops]).not.toContain("firstName");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await expect.poll(() => focused(page)).toBe(opener);
    }
  });

  story("leaves a confirmation by Escape without a loss", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const other = await signIn(stack.url, person);
    const { page } = await visit({ token: person.token });
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Manage active sessions" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Active Sessions" });
    await dialog.getByText("This device").waitFor();
    await tabTo(page, "Revoke all others");
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "Revoke all other sessions?" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Cancel");
    await page.keyboard.press("Escape");
    await dialog.getByText("This device").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect((await call(stack.url, "GET /api/auth/me", { token: other })).status).toBe(200);
    await expect.poll(() => focused(page)).toBe("Manage active sessions");
  });

  story("skips past the bar to the content with a visible focus ring", async ({ visit, expect }) => {
    const { page } = await visit();
    for (const path of ["/login", "/register", "/docs", "/about"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).and(page.locator(":not(.sr-only)")).waitFor();
      await page.getByRole("link", { name: "Skip to content" }).focus();
      const stops = [];
      for (let stop = "Skip to content"; stop !== "Dark" && stops.length < 60; stops.push(stop)) {
        await page.keyboard.press("Tab");
        const seen = await focusSeen(page);
        expect(seen.faults, `${path}: ${seen.stop}`).toEqual([]);
        stop = seen.stop;
      }
      expect(stops.at(-1), path).toBe("Dark");
    }
    await page.goto("/about");
    await page.getByRole("link", { name: "Create Account" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => address(page)).toBe("/about#main");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Create Account");
  });
});
