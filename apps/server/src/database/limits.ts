import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { lend } from './lend.ts'

const SECOND = 1000
/** as PostgreSQL answers `cached plan must not change result type` */
const FEATURE_NOT_SUPPORTED = '0A000'

/** A request that the database leaves waiting for longer is refused with 503. */
export const ANSWER = 10 * SECOND

type Limits = Pick<
  pg.PoolConfig,
  | 'connectionTimeoutMillis'
  | 'idle_in_transaction_session_timeout'
  | 'keepAlive'
  | 'keepAliveInitialDelayMillis'
  | 'lock_timeout'
  | 'query_timeout'
  | 'statement_timeout'
>

/** For all connections: one whose other end is gone is noticed, and a process that stands still gives its locks back. */
export const always: Limits = {
  connectionTimeoutMillis: ANSWER,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
  idle_in_transaction_session_timeout: 60 * SECOND,
}

/**
 * For requests. The server's own limits come first: after them the connection is still good. `query_timeout` is the
 * client's, for a server that does not answer at all.
 */
export const forRequests: Limits = {
  ...always,
  lock_timeout: ANSWER - 2 * SECOND,
  statement_timeout: ANSWER - SECOND,
  query_timeout: ANSWER,
}

/** How long a request waits for its turn at the embedded database, which has one session. */
export const TURN = 30 * SECOND

/** The client's own word, or the server's for a statement that was prepared before a table's column got another type. */
const isUseless = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || ('code' in error && error.code === FEATURE_NOT_SUPPORTED))

/**
 * Closes a connection that has left a query without an answer, or would refuse the same one each time. Its transaction
 * cannot be rolled back on it either, and the next one to borrow it would wait behind that query, perhaps inside of that
 * transaction.
 */
export const closedWhenUseless = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await pool.connect()
    let found: unknown = null
    return lend(client, {
      usable: () => {
        if (found !== null) throw found
      },
      explain: (error) => {
        if (isUseless(error)) found = error
        return error
      },
      release: (destroy) => client.release(found !== null || destroy === true),
    })
  },
})
