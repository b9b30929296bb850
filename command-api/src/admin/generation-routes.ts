import { Readable } from "node:stream";
import { z } from "zod";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { GenerationControl } from "./generation-control.ts";
import { alreadyActive, changeRunning, noSuchGeneration, onlyByCommand } from "./generation-refusals.ts";
import {
  generationActivated,
  generationList,
  generationParams,
  importQuery,
  importReport,
} from "./generation-schema.ts";
import { eventStream } from "./import-events.ts";

const noneHere = { changesHere: false, generations: [] };

const timeOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

const never = new AbortController().signal;

export interface GenerationServices {
  /** Null: this process cannot change over to another generation while it runs. */
  generations: GenerationControl | null;
  reportError(message: string, error: unknown): void;
}

/** Restoring a backup and going back, by an admin, while the service runs. */
export const generationRoutes = ({ generations: control, reportError }: GenerationServices): CommandRoute[] => [
  route({
    method: "get",
    path: "/api/admin/generations",
    summary: "The log that the service runs on, and those that were kept when a backup replaced them",
    operationId: "listGenerations",
    description: "The log that the service runs on, and those that were kept when a backup replaced them. For admins.",
    access: "admin",
    answers: { 200: generationList },
    handle: async () => ({ status: 200, body: control ? await control.list() : noneHere }),
  }),
  route({
    method: "post",
    path: "/api/admin/generations/{generation}/activate",
    summary: "Go back to a log that was kept. Everybody signs in again",
    operationId: "activateGeneration",
    description: "Goes back to a log that was kept, and everybody signs in again. For admins.",
    access: "admin",
    stepUp: true,
    params: generationParams,
    answers: { 200: generationActivated },
    refuses: [noSuchGeneration, alreadyActive, changeRunning, onlyByCommand],
    async handle({ params, principal: { userId }, readmit }) {
      if (!control) return onlyByCommand;
      const activated = await control.activate({ generation: Number(params.generation), by: userId, readmit });
      return "problem" in activated ? activated : { status: 200, body: activated };
    },
  }),
  route({
    method: "post",
    path: "/api/admin/import",
    summary: "Replace all data with a backup; with dryRun=true, only check it. Everybody signs in again",
    operationId: "importBackup",
    description:
      "Replaces all data with a backup, and everybody signs in again. Send the file as text/plain, or its text in JSON, to 100 MB. For admins.",
    access: "admin",
    stepUp: true,
    query: importQuery,
    upload: true,
    refuses: [changeRunning, onlyByCommand],
    answers: { 200: z.union([importReport, z.instanceof(Readable)]) },
    async handle({ query, body, principal: { userId }, context, readmit }) {
      if (!control) return onlyByCommand;
      const dryRun = query.dryRun === "true";
      const request = { ...body, dryRun, until: timeOf(query.until), by: userId, readmit };
      if (context.acceptsEvents) return eventStream(request, { control, reportError });
      const report = await control.import({ ...request, onProgress() {}, signal: never });
      return "problem" in report ? report : { status: 200, body: report };
    },
  }),
];
