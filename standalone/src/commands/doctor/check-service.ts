import { once } from "node:events";
import { get } from "node:http";
import { json } from "node:stream/consumers";
import { type Finding, findingsOf } from "./finding.ts";

const service = findingsOf("service");

/** Where the service listens, as far as the settings tell. */
export interface ServiceAddress {
  /** Whether a process uses the data folder. */
  isRunning: boolean;
  host: string;
  port: number;
}

/** What answers at the service's port. */
type Answer = "nothing" | "another program" | Health;
interface Health {
  status: string;
  reasons: Record<string, string>;
}

/** Whether the service answers at its port, or could start there. */
export async function checkService({ isRunning, host, port }: ServiceAddress): Promise<Finding> {
  const answer = await askHealth(`http://${reachable(host)}:${port}/health/ready`);
  const at = `HOST ${host}, PORT ${port}`;
  if (isRunning) return ofRunning(answer, at);
  if (answer === "nothing") return service.ok(`does not run; PORT ${port} is free for it`);
  const other = answer === "another program" ? answer : "another Attestory";
  return service.problem(`does not run on this folder, and ${other} answers at ${at}`, "stop that, or set PORT");
}

function ofRunning(answer: Answer, at: string): Finding {
  const running = "runs on this folder, so a second start is refused";
  if (answer === "nothing" || answer === "another program") {
    return service.warning(`${running}; it does not answer at ${at}`, "run this with the environment of the service");
  }
  const reasons = Object.entries(answer.reasons).map(([part, reason]) => `${part} ${reason}`);
  if (reasons.length === 0) return service.ok(`${running}; it answers at ${at}`);
  const said = `${running}; it is ${answer.status}: ${reasons.join(", ")}`;
  const remedy = "see docs/operations.md";
  return answer.status === "degraded" ? service.warning(said, remedy) : service.problem(said, remedy);
}

/** An address that listens for all is reached by that of this machine. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

async function askHealth(url: string): Promise<Answer> {
  try {
    // Not fetch, which refuses some ports.
    const [answer] = await once(get(url, { signal: AbortSignal.timeout(3000) }), "response");
    const body: unknown = await json(answer);
    return isHealth(body) ? body : "another program";
  } catch (error) {
    const code = error instanceof Error && "code" in error && error.code;
    return code === "ECONNREFUSED" || code === "EADDRNOTAVAIL" ? "nothing" : "another program";
  }
}

const isHealth = (body: unknown): body is Health =>
  typeof body === "object" && body !== null && "status" in body && "reasons" in body;
