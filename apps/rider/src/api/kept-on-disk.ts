import type { z } from 'zod'
import { keptIn } from './kept.ts'

/** `write` answers when the value is on the phone's disk. Nothing of it fails, or takes for ever. */
export type KeptOnDisk<T> = {
  read: () => Promise<T | null>
  write: (value: T) => Promise<void>
  forget: () => void
}

const STORE = 'kept'
/** A browser may leave its database without an answer: nothing waits longer for one. ms */
const PATIENCE_MS = 3000

const opened = (): Promise<IDBDatabase> =>
  new Promise((done, fail) => {
    const asked = indexedDB.open('ambit-ride', 1)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(STORE))
    asked.addEventListener('success', () => done(asked.result))
    asked.addEventListener('error', () => fail(asked.error ?? new Error('The database does not open')))
  })

/** Opened each time: a phone that slept may have closed what was open. */
const inStore = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await opened()
  try {
    return await new Promise((done, fail) => {
      // Browsers answer when the system has the data, unless they are asked to answer when it is on the disk.
      const tx = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(tx.objectStore(STORE))
      tx.addEventListener('complete', () => done(request.result))
      tx.addEventListener('abort', () => fail(tx.error ?? new Error('The database takes nothing')))
    })
  } finally {
    database.close()
  }
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, fail) => {
      setTimeout(() => fail(new Error('The database does not answer')), PATIENCE_MS)
    }),
  ])

/**
 * One thing that the browser keeps in its database. `localStorage`, which is written down some seconds later, stands in
 * where that does not answer.
 */
export const keptOnDisk = <T>(key: string, schema: z.ZodType<T>): KeptOnDisk<T> => {
  const instead = keptIn(() => localStorage, key, schema)
  return {
    read: async () => {
      const found = await inTime(inStore<unknown>('readonly', (store) => store.get(key))).catch(() => null)
      return schema.safeParse(found).data ?? instead.read()
    },
    write: async (value) => {
      try {
        await inTime(inStore('readwrite', (store) => store.put(value, key)))
      } catch {
        instead.write(value)
      }
    },
    forget: () => {
      instead.forget()
      inStore('readwrite', (store) => store.delete(key)).catch(() => undefined)
    },
  }
}
