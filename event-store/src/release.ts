import manifest from "../package.json" with { type: "json" };

/** The version of Attestory. */
export const release: string = manifest.version;
