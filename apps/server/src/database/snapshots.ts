import { constants } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import type pg from 'pg'

/** One moment of a database to read at leisure while others change it. */
export type Moment = {
  /** in a transaction that only reads; nobody else uses it */
  client: pg.ClientBase
  end: () => Promise<void>
}

export type Snapshots = {
  /** `work` is a folder for the files that it takes, empty and for this moment alone */
  moment: (work: string) => Promise<Moment>
  /** the embedded database only: copies its files between two transactions */
  copyTo: ((folder: string) => Promise<void>) | null
}

/** A client that the caller holds, from now on at one moment. `release` comes last, whatever happens. */
export const momentOf = async (client: pg.ClientBase, release: () => Promise<void>): Promise<Moment> => {
  try {
    await client.query('begin isolation level repeatable read, read only')
    // The moment is that of the first query. Values are written so that each kind of database reads them alike.
    await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
      set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`)
    await client.query('select from pg_class limit 1')
  } catch (error) {
    await release()
    throw error
  }
  return { client, end: () => client.query('rollback').then(release, release) }
}

/**
 * Copies the files of the embedded database while its one session is held, so that nothing changes meanwhile. The
 * checkpoint before shortens what the copy has to recover.
 */
export const copyBetweenTransactions = async (pool: pg.Pool, folder: string, to: string): Promise<void> => {
  await rm(to, { recursive: true, force: true })
  await pool.query('checkpoint')
  const held = await pool.connect()
  try {
    // Where the disk can, it shares the blocks instead of copying them.
    await cp(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } finally {
    held.release()
  }
}
