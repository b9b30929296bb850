import { adminStory } from "./admin-story.ts";
import { attacks } from "./attacks.ts";
import { calendar, type Scene } from "./calendar.ts";
import { cast, extra } from "./cast.ts";
import { developerStory } from "./developer-story.ts";
import { everyday } from "./everyday.ts";
import { failedRequests } from "./failed-requests.ts";
import { openPastService } from "./past-service.ts";
import { personStory } from "./person-story.ts";
import { playScenes } from "./play-scenes.ts";

export interface DemoFilling {
  folder: string;
  /** When the history ends, in milliseconds since the epoch. */
  now: number;
  days?: number;
  people?: number;
  /** Called with a share of the history, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Has the product live through the history of weeks, in an empty folder: each request is answered as at that time. */
export async function fillDemo({
  folder,
  now,
  days = 62,
  people = 70,
  onProgress = () => {},
}: DemoFilling): Promise<void> {
  const dates = calendar(now, days);
  const service = await openPastService({ folder, startsAt: dates.startsAt, firstAdminEmail: cast.admin.email });
  try {
    const { scenes, apps } = developerStory({ service, calendar: dates });
    const [leaving, staying] = [extra(0), Array.from({ length: people }, (_, number) => extra(number + 1))];
    const world = { service, calendar: dates, apps, leaving, extras: staying };
    const leftAt = dates.on(days - 4, 0);
    const all: Scene[] = [
      ...scenes,
      ...adminStory(world),
      ...personStory(world),
      ...failedRequests(world),
      ...attacks(world),
      ...everyday(world, leaving).filter(({ at }) => at < leftAt),
      ...staying.flatMap((one) => everyday(world, one)),
    ];
    await playScenes(service, all, onProgress);
  } finally {
    await service.close();
  }
}
