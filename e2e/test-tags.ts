/** What a test file may say of itself, in `@module-tag`. */
export const tags = [
  {
    name: "random",
    description: "Tries a few draws or combinations in npm test, and all of them in npm run test:faults.",
  },
  { name: "smoke", description: "Represents the rest of the tests where the distributed run is shortened." },
  { name: "slow", description: "Waits for minutes. A shortened distributed run leaves it out." },
  { name: "two-processes", description: "On the distributed stack, two processes of each service answer in turn." },
  {
    name: "own-stack",
    description: "Reads a whole log, or changes what holds for all. On the distributed stack, no other test uses it.",
  },
  // The distributed run leaves out what is tagged `embedded/…`.
  { name: "embedded/one-process", description: "Inspects, configures or ends one process, or holds only in one." },
  { name: "embedded/moves-clock", description: "Moves the clock of the process that it runs in." },
  { name: "embedded/reads-files", description: "Reads the files of a data folder." },
  {
    name: "embedded/many-addresses",
    description: "Sends from many client addresses. The gateway passes on only the one that it sees.",
  },
  { name: "embedded/raw-http", description: "Tests how Node.js reads HTTP. Behind the gateway, nginx reads it first." },
  { name: "embedded/exact-headers", description: "Expects an exact list of headers. nginx adds Server." },
  { name: "embedded/own-compression", description: "Measures brotli. nginx compresses with gzip alone." },
  { name: "embedded/dev-inbox", description: "Expects the routes of development. The gateway serves production's." },
];
