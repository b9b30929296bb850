import { recorded } from "@attestory/event-store/testing/recorded.ts";
import { describe, expect, it } from "vitest";
import { inTheme } from "../email-html.ts";
import { emailKind, emailTypes } from "../emails.ts";
import { accessSamples } from "./access-samples.ts";
import { accountSamples } from "./account-samples.ts";
import { erasureSamples } from "./erasure-samples.ts";
import { previewEmails, previewHtml } from "./preview-emails.ts";

const publicUrl = "https://id.example.com";
const at = new Date("2026-03-02T10:00:00.000Z");
const samples = [...accountSamples, ...accessSamples, ...erasureSamples];
const previews = previewEmails(publicUrl, at);
const htmlOf = (id: string) => previewHtml(id, publicUrl, at) ?? "";

describe("U16 the previews of emails", () => {
  it("U16 show one for every event that requests an email", () => {
    const requesting = samples.filter(({ event }) => emailKind(recorded(event)) !== null);
    expect([...new Set(requesting.map(({ event }) => event.type))].sort()).toEqual([...emailTypes].sort());
    expect(previews.map(({ id }) => id)).toEqual(samples.map(({ id }) => id));
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
  });

  it("U16 are null for an id that no email has", () => {
    expect(previewHtml("nothing", publicUrl, at)).toBeNull();
  });

  it.each(previews)("U16 $id says whose account it is about, as text and as HTML", ({ id, text }) => {
    const account = /^Account: (.+)$/m.exec(text)?.[1];
    // Nobody has an account yet, or any more.
    if (id === "join-invitation" || id === "erasure-receipt") expect(account).toBeUndefined();
    else expect(htmlOf(id)).toContain(`>${account}</td>`);
  });

  it.each(previews)("U16 $id has one button at most, with its address as text below", ({ id, text }) => {
    const html = htmlOf(id);
    const buttons = [...html.matchAll(/<a href="([^"]*)"[^>]* class="button"/g)].map(([, url]) => url);
    expect(buttons.length).toBeLessThanOrEqual(1);
    for (const url of buttons) expect(html).toContain(`>${url}</p>`);
    const [first = "", before] = text.split("\n--\n")[0]?.match(/^https:.*$/gm) ?? [];
    expect([buttons[0]?.replaceAll("&amp;", "&") ?? "", before]).toEqual([first, undefined]);
  });

  it.each(previews)("U16 $id fits both themes, needs no network and begins with its first sentence", ({ id, text }) => {
    const html = htmlOf(id);
    expect(html).toMatch(/<html lang="en"/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/i);
    const [, preheader = ""] = /<div style="display:none[^>]*>(.*?)&#847;/.exec(html) ?? [];
    expect(preheader.replaceAll("&#39;", "'")).toBe(text.split("\n\n")[0]);
  });

  it("U16 are shown in one theme where an admin chooses it", () => {
    expect(inTheme(htmlOf("verification"), "dark")).toContain("@media all{");
    expect(inTheme(htmlOf("verification"), "light")).toContain("@media not all{");
  });

  it("U16 has the device and the time of what happened, and a quiet way to say that it was not you", () => {
    const html = htmlOf("new-device");
    for (const fact of ["2026-03-02 at 10:00 UTC", "Firefox on Linux", "203.0.113.0/24"]) {
      expect(html).toContain(`>${fact}</td>`);
    }
    expect(html).toMatch(/class="link"[^>]*>This wasn&#39;t me<\/a>/);
  });
});
