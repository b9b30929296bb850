import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { appendProgram } from "./append-rounds.ts";
import { figure, line, ratios } from "./figures.ts";

const rounds = 5;
const seconds = 3;

const perSecond = async (which: "log" | "raw", atOnce: number, folder: string): Promise<number> => {
  const args = [appendProgram, which, String(atOnce), String(seconds), join(folder, `${which}.sqlite`)];
  return Number((await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } })).stdout);
};

/** Durable appends of one event each, compared with raw inserts of the same columns, `atOnce` of them in a transaction. */
export async function measureAppends(): Promise<string[]> {
  const lines: string[] = [];
  for (const atOnce of [1, 32, 256]) {
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const folder = mkdtempSync(join(tmpdir(), "attestory-bench-"));
      ours.push(await perSecond("log", atOnce, folder));
      peer.push(await perSecond("raw", atOnce, folder));
      rmSync(folder, { recursive: true, force: true });
    }
    lines.push(
      line(`appends, ${atOnce} at once`, figure(ours), "/s"),
      line("  raw node:sqlite, as many in a transaction", figure(peer), "/s"),
      line("  ratio (at least 0.5)", ratios(ours, peer), ""),
    );
  }
  return lines;
}
