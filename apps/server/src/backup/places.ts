import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg, { type ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Database, openPostgres, types } from '../database/connect.ts'
import { openEmbedded } from '../database/embedded.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { REPLACED } from '../database/open.ts'
import type { Erased } from '../retention/erased-log.ts'
import type { Load } from './fill.ts'
import { BackupRefused, type Part } from './manifest.ts'
import { syncFolder } from '../database/sync-folder.ts'

/** Where a backup is restored: beside what is there, and put in its place as a whole. */
export type Place = {
  occupied: () => Promise<boolean>
  /** passengers who were erased, as the database that is there knows them; what a folder's knows is in a file beside it */
  erased: () => Promise<Erased[]>
  /** an empty database beside it */
  openDraft: () => Promise<Draft>
  /** the draft takes the place. Answers in words where what was there before lies, or null where nothing was. */
  swap: (now: Date) => Promise<string | null>
  /** removes the draft; what was there before is as it was */
  abandon: () => Promise<void>
  release: () => Promise<void>
}
export type Draft = {
  database: Database
  lend: <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>
  load: Load
  close: () => Promise<void>
}

const id = pg.escapeIdentifier

const copyInto = ({ table, columns }: Part, source: string): string =>
  `copy ${id(table)} (${columns.map(id).join(', ')}) from ${source}`

const stamp = (now: Date): string =>
  now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:T]/g, '')

/** The folder belongs to the restore until it ends. Throws FolderInUse. */
export const folderPlace = async (dataFolder: string): Promise<Place> => {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataFolder)
  const folder = join(dataFolder, 'database')
  const draft = `${folder}.restoring`
  const replaced = `${folder}${REPLACED}`
  const aside = async (now: Date): Promise<string> => {
    const name = `${folder}.before-${stamp(now)}`
    await rename(replaced, name)
    return `the folder ${name}`
  }
  const abandon = (): Promise<void> => rm(draft, { recursive: true, force: true })
  return {
    occupied: async () => existsSync(folder) || existsSync(replaced),
    erased: async () => [],
    openDraft: async () => {
      await abandon()
      const database = await openEmbedded({ folder: draft, template: null }, () => {})
      return {
        database,
        lend: async (work) => {
          const client = await database.pool.connect()
          return work(client).finally(() => client.release())
        },
        load: loadFromFile(join(draft, 'part.copy')),
        close: database.close,
      }
    },
    swap: async (now) => {
      // One that was cut off here has left the old one without its name.
      if (existsSync(replaced)) await (existsSync(folder) ? aside(now) : rename(replaced, folder))
      const before = existsSync(folder)
      // A start between the two finds no database, and puts this one back.
      if (before) await rename(folder, replaced)
      await rename(draft, folder)
      await syncFolder(dataFolder)
      return before ? aside(now) : null
    },
    abandon,
    release: async () => lock.release(),
  }
}

/** PGlite takes no lines from its client; it reads a file of its own folder. */
const loadFromFile =
  (file: string): Load =>
  async (client, part, lines) => {
    await pipeline(lines, createWriteStream(file, { mode: 0o600 }))
    await client.query(copyInto(part, `'/pglite/data/part.copy'`))
    await rm(file)
  }

const loadFromClient: Load = async (client, part, lines) => {
  await pipeline(lines, client.query(copyFrom(copyInto(part, 'stdin'))))
}

const DRAFT = 'restoring'

/** A schema beside `public` is the draft. Throws BackupRefused while a server is connected. */
export const serverPlace = async (url: string): Promise<Place> => {
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  const abandon = async (): Promise<void> => void (await client.query(`drop schema if exists ${DRAFT} cascade`))
  return {
    occupied: async () => {
      const { rows } = await client.query<{ any: boolean }>(
        `select exists (select from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as any`,
      )
      return rows[0]?.any === true
    },
    erased: async () => {
      const { rows } = await client.query<{ known: boolean }>(
        `select to_regclass('public.erased_travelers') is not null as known`,
      )
      if (rows[0]?.known !== true) return []
      return (await client.query<Erased>('select traveler_id, erased_at from public.erased_travelers')).rows
    },
    openDraft: async () => {
      await requireNobodyElse(client)
      await abandon()
      await client.query(`create schema ${DRAFT}`)
      const draftUrl = new URL(url)
      draftUrl.searchParams.set('options', `-c search_path=${DRAFT}`)
      const database = await openPostgres(draftUrl.href, () => {})
      return {
        database,
        lend: async (work) => {
          const own = new pg.Client({ connectionString: draftUrl.href, types })
          await own.connect()
          try {
            return await work(own)
          } finally {
            await own.end()
          }
        },
        load: loadFromClient,
        close: database.close,
      }
    },
    swap: (now) => swapSchemas(client, `before_${stamp(now)}`),
    abandon,
    release: () => client.end(),
  }
}

const requireNobodyElse = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ others: number }>(
    `select count(*) as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`,
  )
  if ((rows[0]?.others ?? 0) > 0)
    throw new BackupRefused('Other programs are connected to this database: stop every server on it first.')
}

const swapSchemas = async (client: ClientBase, aside: string): Promise<string | null> => {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ name: string; used: boolean }>(`
      select e.extname as name, true as used from pg_extension e where e.extnamespace = 'public'::regnamespace`)
    const { rows: tables } = await client.query(
      `select from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace limit 1`,
    )
    await client.query(`alter schema public rename to ${id(aside)}`)
    await client.query(`alter schema ${DRAFT} rename to public`)
    // There is one of each in a database, and every schema may use it.
    for (const { name } of rows) await client.query(`alter extension ${id(name)} set schema public`)
    if (tables.length === 0) await client.query(`drop schema ${id(aside)}`)
    await client.query('commit')
    return tables.length === 0 ? null : `the schema ${aside}`
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
