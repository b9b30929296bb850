import express from "express";
import pino from "pino";

/** The baseline of a query: an Express route that only sends the same headers and bytes and writes the same log lines. */
const { PORT = "", ROUTE = "", ANSWER = "", LINE = "", LINES = "" } = process.env;
let linesLeft = Number(LINES);
const { headers, body } = JSON.parse(ANSWER) as { headers: Record<string, string>; body: string };
const line = JSON.parse(LINE) as Record<string, unknown>;
const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 1, sync: false }));

express()
  .disable("x-powered-by")
  .disable("etag")
  .get(ROUTE, (_request, response) => {
    const startedAt = performance.now();
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(body);
    if (linesLeft-- > 0) log.info({ ...line, ms: performance.now() - startedAt }, "request");
  })
  .listen(Number(PORT), "127.0.0.1");

process.on("SIGTERM", () => process.exit(0));
