import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from "testcontainers";

interface ServerImage {
  image: string;
  port: number;
  env: Record<string, string>;
  wait: ReturnType<typeof Wait.forListeningPorts>;
  url(host: string, port: number): string;
}

/** Each server by the variable that gives its URL to tests; the images are those of docker-compose.yml. */
const images: Record<string, ServerImage> = {
  EVENT_LOG_URL: {
    image: "eventstore/eventstore:23.10.8-bookworm-slim",
    port: 2113,
    env: { EVENTSTORE_INSECURE: "true", EVENTSTORE_CLUSTER_SIZE: "1", EVENTSTORE_MEM_DB: "true" },
    wait: Wait.forHttp("/health/live", 2113).forStatusCode(204),
    url: (host, port) => `esdb://${host}:${port}?tls=false`,
  },
  READ_STORE_URL: {
    image: "mongo:8.0.37",
    port: 27_017,
    env: {},
    wait: Wait.forListeningPorts(),
    url: (host, port) => `mongodb://${host}:${port}`,
  },
  JOBS_URL: {
    image: "redis:7.4.11-bookworm",
    port: 6379,
    env: {},
    wait: Wait.forListeningPorts(),
    url: (host, port) => `redis://${host}:${port}`,
  },
};

export interface Containers {
  /** URLs of the started servers, by variable. */
  urls: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the servers that the environment does not name as containers; starts none if there is no container engine. */
export async function startContainers(environment: NodeJS.ProcessEnv): Promise<Containers> {
  const wanted = Object.entries(images).filter(([variable]) => !environment[variable]);
  const hasEngine = await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  if (!hasEngine || wanted.length === 0) return { urls: {}, stop: async () => {} };
  const started: StartedTestContainer[] = [];
  const urls: Record<string, string> = {};
  for (const [variable, { image, port, env, wait, url }] of wanted) {
    const container = await new GenericContainer(image)
      .withEnvironment(env)
      .withExposedPorts(port)
      .withWaitStrategy(wait)
      .start();
    started.push(container);
    urls[variable] = url(container.getHost(), container.getMappedPort(port));
  }
  return {
    urls,
    stop: async () => {
      await Promise.all(started.map((container) => container.stop()));
    },
  };
}
