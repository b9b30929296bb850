import type { MongoReadModels, StoredDocument } from "@attestory/projections/store/mongodb/collections.ts";
import type { AnyBulkWriteOperation, BulkWriteOptions, Collection as MongoCollection } from "mongodb";

/**
 * The same models, but each first write meets the moment in which the server has found no document to replace, and another writer
 * creates it before ours is inserted: the server then refuses ours as a duplicate.
 */
export function interleaved(models: MongoReadModels, createOther: () => Promise<void>): MongoReadModels {
  let isFirst = true;
  const insertOnly = (operations: readonly AnyBulkWriteOperation<StoredDocument>[]) =>
    operations.map((operation) => {
      if (!("replaceOne" in operation)) throw new TypeError("not a replacement");
      const { filter, replacement } = operation.replaceOne;
      return { insertOne: { document: { ...replacement, _id: filter._id as string } } };
    });
  const documents = (collection: MongoCollection<StoredDocument>): MongoCollection<StoredDocument> =>
    new Proxy(collection, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== "bulkWrite" || !isFirst) return typeof value === "function" ? value.bind(target) : value;
        return async (operations: AnyBulkWriteOperation<StoredDocument>[], options: BulkWriteOptions) => {
          isFirst = false;
          await createOther();
          return target.bulkWrite(insertOnly(operations), options);
        };
      },
    });
  return {
    ...models,
    ask: (question) =>
      models.ask((found, limit) =>
        question({ ...found, documents: (name) => documents(found.documents(name)) }, limit),
      ),
  };
}
