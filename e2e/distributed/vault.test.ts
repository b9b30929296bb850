import { openVault } from "@attestory/events/vault/open-vault.ts";
import { vaultContract } from "@attestory/events/vault/vault-contract.ts";
import { afterAll, beforeAll, describe } from "vitest";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

describe.skipIf(whyNoMongo())("the vault in MongoDB", () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(() => server.close());
  const onFault = (error: Error) => {
    throw error;
  };

  vaultContract("the vault in MongoDB", async () => {
    const url = server.database();
    const again = () => openVault({ url, writes: true, onFault });
    return { vault: await again(), again };
  });
});
