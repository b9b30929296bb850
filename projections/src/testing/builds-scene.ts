import { afterEach, beforeEach } from "vitest";
import type { Builds } from "../store/builds.ts";
import type { Collection, Kept, ReadStore, ReadStoreWriter } from "../store/read-store.ts";
import { checkpointAt } from "./checkpoint-at.ts";

export interface Pet {
  name: string;
  age: number;
}

export const pets: Collection<Pet> = {
  name: "pets@1",
  indexes: { name: { entry: ({ name }) => ({ value: name, order: "" }) } },
};

/** One empty store, opened for all users of builds; `again` opens it as another process would. */
export interface BuildsUnderTest {
  builds: Builds;
  again: () => Promise<Builds>;
  writer: ReadStoreWriter;
  store: ReadStore;
}

/** Rex at this age, at the position of the same number. */
export const aged = (age: number): Map<string, Kept<Pet>> =>
  new Map([["rex", { position: BigInt(age), document: { name: "Rex", age } }]]);

export const batch = (age: number, collection = pets) => [
  { collection, documents: aged(age), checkpoint: checkpointAt(BigInt(age)) },
];

export const nothing = async () => undefined;

/** The store of one test, and what tests of builds do with it. */
export class BuildsScene {
  builds!: Builds;
  writer!: ReadStoreWriter;
  store!: ReadStore;
  again!: () => Promise<Builds>;

  /** Writes to the active build as a follower does. */
  follows(age: number, collection = pets): Promise<void> {
    return this.writer.write(batch(age, collection));
  }

  /** Finishes a build and returns its number. */
  async built(age: number): Promise<number> {
    const unsealed = await this.builds.begin(pets);
    await unsealed.write(batch(age));
    await unsealed.seal();
    return unsealed.build;
  }

  async states(): Promise<string[]> {
    return (await this.builds.list()).map((at) => `${at.projection} ${at.build} ${at.state}`);
  }

  /** Rex's age as queries read it. */
  async shown(collection = pets): Promise<number | undefined> {
    return (await this.store.get(collection, "rex"))?.age;
  }
}

/** Opens the store before each test and closes it after it. */
export function openBuildsScene(open: () => Promise<BuildsUnderTest>): BuildsScene {
  const scene = new BuildsScene();
  let opened: { close(): Promise<void> }[] = [];
  beforeEach(async () => {
    const { builds, writer, store, again } = await open();
    opened = [builds, writer, store];
    Object.assign(scene, { builds, writer, store });
    scene.again = async () => {
      const other = await again();
      opened.push(other);
      return other;
    };
  });
  afterEach(() => Promise.all(opened.map((side) => side.close())));
  return scene;
}
