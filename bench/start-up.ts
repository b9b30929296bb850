import { figure, line } from "./figures.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 7;

/** From the start of the process to the first "ready", with the web app built; the data folder exists. */
export async function measureStartUp(): Promise<string[]> {
  const subject = await prepareSubject();
  const ready: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await subject.start();
    ready.push(server.readyMs);
    await server.stop();
  }
  subject.remove();
  return [line("start to ready (under 1,000)", figure(ready), "ms")];
}
