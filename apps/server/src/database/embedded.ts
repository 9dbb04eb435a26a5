import { join } from 'node:path'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { type Database, types, watched } from './connect.ts'
import { diskFull, diskGuard, type FreeBytes, isReadOnly } from './disk.ts'
import { lend } from './lend.ts'
import { TURN } from './limits.ts'
import type { WorkerInput } from './pglite-worker.ts'
import { preparingClient } from './prepared.ts'
import { copyBetweenTransactions, type Moment, momentOf, type Snapshots } from './snapshots.ts'
import { startThread, type Thread, WireSocket } from './thread.ts'

export type EmbeddedDatabase = Database & {
  pool: pg.Pool
  /** the data folder as a tar archive, to start another database from */
  dump: () => Promise<ArrayBuffer>
}

type Channels = Map<string, ((payload: string) => void)[]>

/**
 * PGlite in a worker thread behind an ordinary `pg` pool of one connection: it has one session. One that stops, as it
 * does when its log finds no room on the disk, is started again by the next query and recovers from its log.
 */
export const openEmbedded = async (
  input: WorkerInput,
  onError: (error: Error) => void,
  free?: FreeBytes,
): Promise<EmbeddedDatabase> => {
  const isFull = diskGuard(input.folder, free)
  const running = keepRunning(input, isFull, onError)
  await running()
  const channels: Channels = new Map()
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    password: 'none',
    max: 1,
    idleTimeoutMillis: 0,
    // Also for a query on `db` inside of a transaction, which waits for itself.
    connectionTimeoutMillis: TURN,
    types,
    Client: preparingClient(true),
    stream: () => new WireSocket(running) as never, // pg asks for a net.Socket and uses what a Duplex with connect() has
  })
  // A session ends with its thread, which says so itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) => {
      for (const call of channels.get(channel) ?? []) call(payload ?? '')
    })
  })
  const guarded = readOnlyWhenFull(pool, isFull, channels)
  return {
    pool,
    ...watched(guarded, guarded, [pool]),
    kind: 'embedded',
    snapshots: snapshotsOf(input, pool, async () => (await running()).dump()),
    listen: async (channel, onNotify) => {
      channels.set(channel, [...(channels.get(channel) ?? []), onNotify])
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    dump: async () => (await running()).dump(),
    close: async () => {
      await pool.end()
      await (await running()).close()
    },
  }
}

/** A copy that a thread of its own reads: the session waits for the copy alone. */
const snapshotsOf = ({ folder }: WorkerInput, pool: pg.Pool, dump: () => Promise<ArrayBuffer>): Snapshots => {
  if (folder === null) return { moment: async () => openMoment({ folder: null, template: await dump() }), copyTo: null }
  const copyTo = (to: string): Promise<void> => copyBetweenTransactions(pool, folder, to)
  return {
    moment: async (work) => {
      const copy = join(work, 'database')
      await copyTo(copy)
      return openMoment({ folder: copy, template: null })
    },
    copyTo,
  }
}

/** The moment that such files show. */
export const openMoment = async (input: WorkerInput): Promise<Moment> => {
  const copy = await openEmbedded(input, () => {})
  const client = await copy.pool.connect()
  return momentOf(client, async () => {
    client.release()
    await copy.close()
  })
}

/** The thread as it runs now. One that has ended on a full disk is not started before there is room. */
const keepRunning = (
  input: WorkerInput,
  isFull: () => boolean,
  onError: (error: Error) => void,
): (() => Promise<Thread>) => {
  let thread: Promise<Thread> | null = null
  let failed = false
  const forget = (error: Error): void => {
    thread = null
    failed = true
    onError(error)
  }
  const start = async (): Promise<Thread> => {
    if (failed && input.folder === null) throw new Error('the database in memory has ended')
    if (failed && isFull()) throw diskFull()
    const started = await startThread(input, forget)
    failed = false
    return started
  }
  return () =>
    (thread ??= start().catch((error: unknown) => {
      thread = null
      failed = true
      throw isFull() ? diskFull() : error
    }))
}

/** The session reads only while the disk is full: what would not fit is refused before it does harm. */
const readOnlyWhenFull = (pool: pg.Pool, isFull: () => boolean, channels: Channels): PostgresPool => {
  let known: pg.PoolClient | null = null
  let readOnly = false
  const prepare = async (client: pg.PoolClient): Promise<void> => {
    if (client !== known) {
      for (const [channel, calls] of channels) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
        // What was sent before is in the table: wake everybody.
        for (const call of calls) call('')
      }
      known = client
      readOnly = false
    }
    if (isFull() === readOnly) return
    await client.query(`set default_transaction_read_only = ${readOnly ? 'off' : 'on'}`)
    readOnly = !readOnly
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      await prepare(client).catch((error: unknown) => {
        client.release(true)
        throw error
      })
      return lend(client, {
        explain: (error) => (readOnly && isReadOnly(error) ? diskFull() : error),
        release: (destroy) => client.release(destroy),
      })
    },
  }
}
