import type { Clock } from "@attestory/event-store/clock.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import { z } from "zod";
import { type CommandRoute, route } from "../handling/command-route.ts";
import { inTheme } from "../mail/email-html.ts";
import { framedEmail } from "../mail/framed-email.ts";
import { mailPreviewParams, mailPreviewQuery, mailPreviews } from "../mail/schema.ts";

export interface MailPreviewServices {
  publicUrl: string;
  now: Clock;
}

/** Loaded by the first admin who looks: no other call needs the samples. */
const loadPreviews = () => import("../mail/preview/preview-emails.ts");

/** Every email with sample data. Nothing is sent. */
export const mailPreviewRoutes = ({ publicUrl, now }: MailPreviewServices): CommandRoute[] => [
  route({
    method: "get",
    path: "/api/admin/mail/previews",
    summary: "Every email of the service with sample data",
    operationId: "listMailPreviews",
    description:
      "Returns every email of the service with sample data, and when it is sent. Nothing is sent. For admins.",
    access: "admin",
    answers: { 200: mailPreviews },
    async handle() {
      const { previewEmails } = await loadPreviews();
      return { status: 200, body: previewEmails(publicUrl, now()) };
    },
  }),
  route({
    method: "get",
    path: "/api/admin/mail/previews/{id}/html",
    summary: "The HTML of an email with sample data, for a frame",
    operationId: "getMailPreviewHtml",
    description:
      "Returns the HTML of one of these emails, as a page for a frame of the service's own pages. For admins.",
    access: "admin",
    params: mailPreviewParams,
    query: mailPreviewQuery,
    mediaType: "text/html",
    answers: { 200: z.string() },
    async handle({ params, query: { theme } }) {
      const { previewHtml } = await loadPreviews();
      const html = previewHtml(params.id, publicUrl, now());
      if (html === null) return problem(404, "not_found", "There is no such email");
      return framedEmail(theme ? inTheme(html, theme) : html);
    },
  }),
];
