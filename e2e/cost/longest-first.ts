import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { recordedCosts } from "./recorded-costs.ts";

/** Starts with the files that took longest when the costs were recorded, so that the workers finish together. Files without a record first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { files: recorded } = recordedCosts();
    const seconds = ({ moduleId }: TestSpecification) =>
      recorded[relative(this.ctx.config.root, moduleId)]?.wall ?? Number.POSITIVE_INFINITY;
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return files.toSorted((a, b) => order(a) - order(b) || compare(seconds(b), seconds(a)));
  }
}

/** As a difference, two infinite values would be no number. */
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
