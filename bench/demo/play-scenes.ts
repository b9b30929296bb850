import { minuteMs, type Scene } from "./calendar.ts";
import type { PastService } from "./past-service.ts";

const mostAtOnce = 4;
const nearMs = 30 * minuteMs;

/** Plays the scenes in the order of their times. Different people who come at about the same time come at once, which takes half as long. */
export async function playScenes(
  service: Pick<PastService, "goTo">,
  scenes: readonly Scene[],
  onProgress: (share: number) => void,
): Promise<void> {
  const inOrder = scenes.toSorted((a, b) => a.at - b.at);
  let played = 0;
  for (const wave of wavesOf(inOrder)) {
    service.goTo(wave[0]?.at ?? 0);
    await Promise.all(wave.map(({ play }) => play()));
    played += wave.length;
    onProgress(played / inOrder.length);
  }
}

/** A scene that nobody in particular is in is played alone. */
function wavesOf(scenes: readonly Scene[]): Scene[][] {
  const waves: Scene[][] = [];
  for (const scene of scenes) {
    const wave = waves.at(-1);
    if (wave && fits(scene, wave)) wave.push(scene);
    else waves.push([scene]);
  }
  return waves;
}

const fits = (scene: Scene, wave: readonly Scene[]): boolean =>
  scene.who !== undefined &&
  wave.length < mostAtOnce &&
  scene.at - (wave[0]?.at ?? 0) < nearMs &&
  wave.every(({ who }) => who !== undefined && who !== scene.who);
