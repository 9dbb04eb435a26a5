import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { auditedPool } from './audited-pool.ts'
import { type Damage, watchDamage } from './damage.ts'
import { always, closedWhenUseless, forRequests } from './limits.ts'
import { preparingClient } from './prepared.ts'
import type { DB } from './schema.ts'
import { momentOf, type Snapshots } from './snapshots.ts'
import { type Usage, watchUsage } from './usage.ts'

/** A function takes `Kysely<DB>`, which a transaction is too, or `Transaction<DB>` where it has to run inside of one. */
export type Database = {
  /** for requests: it refuses rather than let them wait */
  db: Kysely<DB>
  /** for what may take longer: migrations, jobs, exports, backups */
  patient: Kysely<DB>
  kind: 'embedded' | 'postgresql'
  /** calls back with the payload of each NOTIFY on the channel, from any process */
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<void>
  /** damaged pages that queries have met */
  damage: Damage
  snapshots: Snapshots
  usage: Usage
  close: () => Promise<void>
}

const INT8 = 20
const NUMERIC = 1700
/** bigint ids and counts stay below 2^53, money below that by far: plain numbers. */
export const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser, // one generic overload stands for the library's list of them
}

export const kyselyOver = (
  pool: PostgresPool,
  onFailed: (error: unknown) => void = () => {},
  onQuery: (milliseconds: number) => void = () => {},
): Kysely<DB> =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool: auditedPool(pool) }),
    log: (event) => {
      if (event.level === 'error') onFailed(event.error)
      onQuery(event.queryDurationMillis)
    },
  })

/** What one of them finds damaged is noted once for both. */
export const watched = (
  pool: PostgresPool,
  patientPool: PostgresPool,
  counted: readonly pg.Pool[],
): Pick<Database, 'db' | 'patient' | 'damage' | 'usage'> => {
  const { damage, note } = watchDamage()
  const { usage, note: noteQuery } = watchUsage(counted)
  const over = (one: PostgresPool): Kysely<DB> => {
    const db = kyselyOver(one, (error) => note(db, error), noteQuery)
    return db
  }
  const db = over(pool)
  return { db, patient: patientPool === pool ? db : over(patientPool), damage, usage }
}

/** How many connections a process has, besides its listener's. */
const FOR_REQUESTS = 10
/** One for each job, so that one that waits for a lock keeps no other from the database, and one for what is patient besides. */
export const PATIENT_CONNECTIONS = 38

/** A PostgreSQL server. The listener has a connection of its own and comes back when it is lost. */
export const openPostgres = async (url: string, onError: (error: Error) => void): Promise<Database> => {
  const openPool = (config: pg.PoolConfig): pg.Pool => {
    // Another process may change tables, as an update does.
    const pool = new pg.Pool({ connectionString: url, types, Client: preparingClient(false), ...config })
    // The pool repeats the errors of idle clients only; one of a lent one would end the process if nothing listened.
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', onError))
    return pool
  }
  const pool = openPool({ ...forRequests, max: FOR_REQUESTS })
  const patient = openPool({ ...always, max: PATIENT_CONNECTIONS })
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw error
  }
  let closed = false
  let listener: pg.Client | null = null
  const channels = new Map<string, ((payload: string) => void)[]>()
  const connectListener = async (again: boolean): Promise<void> => {
    const client = new pg.Client({ connectionString: url, ...always })
    client.on('error', onError)
    client.on('end', () => {
      if (closed) return
      listener = null
      setTimeout(() => void connectListener(true).catch(onError), 1000).unref()
    })
    client.on('notification', ({ channel, payload }) => {
      for (const call of channels.get(channel) ?? []) call(payload ?? '')
    })
    await client.connect()
    for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    listener = client
    // What was sent while the connection was away is in the table: every listener looks for it.
    if (again) for (const calls of channels.values()) for (const call of calls) call('')
  }
  return {
    ...watched(closedWhenUseless(pool), closedWhenUseless(patient), [pool, patient]),
    kind: 'postgresql',
    snapshots: {
      moment: async () => {
        const client = await patient.connect()
        return momentOf(client, async () => client.release())
      },
      copyTo: null,
    },
    listen: async (channel, onNotify) => {
      channels.set(channel, [...(channels.get(channel) ?? []), onNotify])
      if (listener === null) await connectListener(false)
      else await listener.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    close: async () => {
      closed = true
      await listener?.end()
      await Promise.all([pool.end(), patient.end()])
    },
  }
}
