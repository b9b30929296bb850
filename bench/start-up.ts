import { figure, line } from "./figures.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 7;

/** Time from process start to the first "ready", with the web app built and an existing data folder. */
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
