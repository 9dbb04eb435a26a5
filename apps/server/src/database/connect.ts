import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { type Damage, watchDamage } from './damage.ts'
import { always, closedWhenLate, forRequests, TURN } from './limits.ts'
import type { FromWorker, ToWorker, WorkerInput } from './pglite-worker.ts'
import type { DB } from './schema.ts'

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
  close: () => Promise<void>
}

const INT8 = 20
const NUMERIC = 1700
/** bigint ids and counts stay below 2^53, money below that by far: plain numbers. */
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser, // one generic overload stands for the library's list of them
}

export const kyselyOver = (pool: PostgresPool, onFailed: (error: unknown) => void = () => {}): Kysely<DB> =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'error') onFailed(event.error)
    },
  })

/** What one of them finds damaged is noted once for both. */
const watched = (pool: PostgresPool, patientPool: PostgresPool): Pick<Database, 'db' | 'patient' | 'damage'> => {
  const { damage, note } = watchDamage()
  const over = (one: PostgresPool): Kysely<DB> => {
    const db = kyselyOver(one, (error) => note(db, error))
    return db
  }
  const db = over(pool)
  return { db, patient: patientPool === pool ? db : over(patientPool), damage }
}

/** How many connections a process has, besides its listener's. */
const FOR_REQUESTS = 10
const PATIENT = 4

/** A PostgreSQL server. The listener has a connection of its own and comes back when it is lost. */
export const openPostgres = async (url: string, onError: (error: Error) => void): Promise<Database> => {
  const openPool = (config: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({ connectionString: url, types, ...config })
    // The pool repeats the errors of idle clients only; one of a lent one would end the process if nothing listened.
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', onError))
    return pool
  }
  const pool = openPool({ ...forRequests, max: FOR_REQUESTS })
  const patient = openPool({ ...always, max: PATIENT })
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
    ...watched(closedWhenLate(pool), patient),
    kind: 'postgresql',
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

export type EmbeddedDatabase = Database & {
  pool: pg.Pool
  /** the data folder as a tar archive, to start another database from */
  dump: () => Promise<ArrayBuffer>
}

/** PGlite in a worker thread behind an ordinary `pg` pool of one connection: it has one session. */
export const openEmbedded = async (input: WorkerInput, onError: (error: Error) => void): Promise<EmbeddedDatabase> => {
  const worker = await startWorker(input, onError)
  const channels = new Map<string, ((payload: string) => void)[]>()
  let closing = false
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    password: 'none',
    max: 1,
    idleTimeoutMillis: 0,
    // Also for a query on `db` inside of a transaction, which waits for itself.
    connectionTimeoutMillis: TURN,
    types,
    stream: () => worker.connect() as never, // pg asks for a net.Socket and uses what a Duplex with connect() has
  })
  pool.on('error', (error) => {
    if (!closing) onError(error)
  })
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => {
      for (const call of channels.get(channel) ?? []) call(payload ?? '')
    })
  })
  return {
    pool,
    ...watched(pool, pool),
    kind: 'embedded',
    listen: async (channel, onNotify) => {
      channels.set(channel, [...(channels.get(channel) ?? []), onNotify])
      await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    dump: worker.dump,
    close: async () => {
      closing = true
      await pool.end()
      await worker.close()
    },
  }
}

/** The thread that runs PGlite. It ends with `close`; any other end is reported to `onError`. */
const startWorker = async (input: WorkerInput, onError: (error: Error) => void) => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: input })
  let socket: WireSocket | null = null
  const waiting = { ready: Promise.withResolvers<void>(), closed: Promise.withResolvers<void>() }
  let dumped = Promise.withResolvers<ArrayBuffer>()
  let ready = false
  worker.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'ready':
        ready = true
        return waiting.ready.resolve()
      case 'bytes':
        return void socket?.push(Buffer.from(message.bytes))
      case 'dump':
        return dumped.resolve(message.bytes)
      case 'closed':
        return waiting.closed.resolve()
      case 'failed': {
        const error = new Error(message.message)
        if (!ready) return waiting.ready.reject(error)
        return void socket?.destroy(error)
      }
    }
  })
  worker.on('error', (error: Error) => {
    waiting.ready.reject(error)
    socket?.destroy(error)
    onError(error)
  })
  let closing = false
  worker.on('exit', () => {
    if (!closing) onError(new Error('the embedded database stopped unexpectedly'))
  })
  await waiting.ready.promise
  const send = (message: ToWorker): void => worker.postMessage(message)
  return {
    connect: (): Duplex => (socket = new WireSocket((bytes) => send({ kind: 'bytes', bytes }))),
    dump: (): Promise<ArrayBuffer> => {
      dumped = Promise.withResolvers()
      send({ kind: 'dump' })
      return dumped.promise
    },
    close: async (): Promise<void> => {
      closing = true
      send({ kind: 'close' })
      await waiting.closed.promise
      await worker.terminate()
    },
  }
}

/** What `pg` takes for a socket. */
class WireSocket extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#send = send
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(new Uint8Array(chunk))
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }

  override _final(done: () => void): void {
    done()
    this.push(null)
  }
}
