import { expect, test } from "vitest";
import { readComposeFile, type Service } from "./containers/compose-files.ts";
import { compose, read, services, stores } from "./deployment-files.ts";

const cluster = readComposeFile("deploy/three-nodes.yml");
const nodes = ["event-store", "event-store-2", "event-store-3"];
const environmentOf = (service?: Service) => service?.environment ?? {};
/** Services that name the event store's address, in either file. */
const clients = services.filter(([, service]) => environmentOf(service).EVENT_LOG).map(([name]) => name);
const byAdmin = `//admin:\${EVENT_STORE_PASSWORD:?see deploy/secrets.sh}@`;
const hasAdmin = ["event-store-user", "backup"];

function addressesOf([name, service]: [string, Service]) {
  const { EVENT_LOG: own, EVENT_LOG_ADMIN: admin } = environmentOf(service);
  return { name, own, admin };
}

test("SC-05 the service has a user of its own: only the set-up and the operator's commands have the admin's password", () => {
  const holders = services.filter(([, service]) => JSON.stringify(service).includes("{EVENT_STORE_PASSWORD"));
  expect(holders.map(([name]) => name).sort()).toEqual([...hasAdmin, "event-store"].sort());
  const named = [compose, cluster].flatMap((file) => Object.entries(file.services).map(addressesOf));
  for (const { name, own, admin } of named.filter(({ own }) => own !== undefined)) {
    expect([name, own]).toEqual([name, expect.stringMatching(/^esdb:\/\/attestory:\$\{EVENT_LOG_PASSWORD:\?/)]);
    expect([name, admin]).toEqual([name, hasAdmin.includes(name) ? own?.replace(/\/\/.*?@/, byAdmin) : undefined]);
  }
  // No process that stays: they end, and `backup` starts only when it is asked for.
  for (const name of hasAdmin) expect(compose.services[name]?.restart).toBe("no");
  expect(compose.services.backup?.profiles).toEqual(["backup"]);
});

test("SC-05 the user is made before any process of the service starts, and after the store has a leader", () => {
  const { "event-store-user": made, "event-store": store } = compose.services;
  expect(made?.command).toEqual(["node", "event-store/src/log/eventstoredb/main.ts"]);
  expect(made?.depends_on).toEqual({ "event-store": { condition: "service_healthy" } });
  expect(store?.healthcheck?.test.join(" ")).toMatch(/\/info \| grep .*leader\|follower/);
  const waiting = clients.filter((name) => name !== "configuration" && name !== "event-store-user");
  for (const name of waiting) {
    const { "event-store-user": wait } = compose.services[name]?.depends_on ?? {};
    expect([name, wait]).toEqual([name, { condition: "service_completed_successfully" }]);
  }
});

test("AC-08 three nodes know each other, are restarted always, and are as closed as one", () => {
  expect(
    Object.keys(cluster.services)
      .filter((name) => name.startsWith("event-store"))
      .sort(),
  ).toEqual([...nodes, "event-store-user"].sort());
  const single = compose.services["event-store"];
  const kept = ["image", "read_only", "init", "cap_drop", "security_opt", "networks", "mem_limit", "user"] as const;
  for (const name of nodes) {
    const node = cluster.services[name];
    for (const key of kept) expect([name, key, node?.[key]]).toEqual([name, key, single?.[key]]);
    expect([node?.restart, node?.ports, node?.stop_grace_period]).toEqual(["always", undefined, "60s"]);
    expect(node?.healthcheck).toEqual(single?.healthcheck);
    const environment = environmentOf(node);
    expect(environment).toMatchObject({ ...environmentOf(single), ...advertised(name), EVENTSTORE_CLUSTER_SIZE: "3" });
    expect(environment).not.toHaveProperty("EVENTSTORE_INSECURE");
    const others = nodes.filter((other) => other !== name).map((other) => `${other}:2113`);
    expect(environment.EVENTSTORE_GOSSIP_SEED?.split(",")).toEqual(others);
  }
  const folders = nodes.slice(1).flatMap((name) => cluster.services[name]?.volumes ?? []);
  expect(new Set(folders.filter((folder) => !folder.endsWith(":ro"))).size).toBe(4);
});
const advertised = (name: string) => ({
  EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: name,
  EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
  EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
});

test("AC-08 three nodes need not all be there at a start: the set-up waits for any that leads", () => {
  const waits = Object.entries(cluster.services["event-store-user"]?.depends_on ?? {});
  expect(waits).toEqual(nodes.map((node) => [node, { condition: "service_started" }]));
});

test("AC-08 every process knows all three nodes, and the certificate names them", () => {
  for (const name of clients) {
    const address = environmentOf(cluster.services[name]).EVENT_LOG ?? "";
    const hosts = /@([^?]+)\?/.exec(address)?.[1]?.split(",");
    expect([name, hosts]).toEqual([name, nodes.map((node) => `${node}:2113`)]);
  }
  expect(read("docker-compose.yml")).toContain(`-dns-names localhost,${nodes.join(",")}\n`);
  expect(stores).toContain(nodes[0]);
});
