import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'

type Terms = {
  /** throws where the client is of no use any more */
  usable?: () => void
  /** what is thrown for an error of a query */
  explain: (error: unknown) => unknown
  release: (destroy?: boolean) => void
}

/** A client of a pool as Kysely borrows it, with a word about what goes wrong. */
export const lend = (client: pg.PoolClient, { usable, explain, release }: Terms): PostgresPoolClient => {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown> // of the overloads Kysely uses those that promise
  const query = async (...asked: unknown[]): Promise<unknown> => {
    usable?.()
    try {
      return await ask(...asked)
    } catch (error) {
      throw explain(error)
    }
  }
  return { query: query as PostgresPoolClient['query'], release } // the same overloads
}
