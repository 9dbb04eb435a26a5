import type { Readable } from 'node:stream'
import pg, { type ClientBase } from 'pg'
import { tablesOf } from './catalogue.ts'
import { BackupRefused, type Manifest, type Part, partName } from './manifest.ts'
import { readEntries, type Source } from './read.ts'

/** Stores the lines of a part in its table, within the client's transaction. */
export type Load = (client: ClientBase, part: Part, lines: Readable) => Promise<void>

const id = pg.escapeIdentifier

/**
 * Puts a checked backup into the tables that its own migrations made, in one transaction. Triggers stay silent: what
 * they would write is in the backup. Foreign keys are taken away and made again, which checks each of them at once.
 */
export const fill = async (client: ClientBase, source: Source, manifest: Manifest, load: Load): Promise<void> => {
  await client.query('begin')
  try {
    await requireSameTables(client, manifest)
    const keys = await foreignKeysOf(client)
    const triggers = await triggersOf(client)
    for (const { table, name } of keys) await client.query(`alter table ${id(table)} drop constraint ${id(name)}`)
    for (const { table, name } of triggers) await client.query(`alter table ${id(table)} disable trigger ${id(name)}`)
    await client.query(`truncate ${manifest.parts.map(({ table }) => id(table)).join(', ')} restart identity`)
    const parts = new Map(manifest.parts.map((part) => [partName(part.table), part]))
    await readEntries(source, async (name, lines) => {
      const part = parts.get(name)
      if (part !== undefined) await load(client, part, lines)
    })
    for (const { name, last_value } of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [id(name), last_value])
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${id(table)} add constraint ${id(name)} ${definition}`)
    for (const { table, name, enabled } of triggers)
      await client.query(`alter table ${id(table)} enable ${enabled}trigger ${id(name)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
}

const requireSameTables = async (client: ClientBase, { parts }: Manifest): Promise<void> => {
  const here = (await tablesOf(client)).map(({ name }) => name)
  const there = parts.map(({ table }) => table)
  const missing = here.find((name) => !there.includes(name))
  if (missing !== undefined) throw new BackupRefused(`The backup does not hold the table ${missing}.`)
  const unknown = there.find((name) => !here.includes(name))
  if (unknown !== undefined) throw new BackupRefused(`The backup holds the table ${unknown}, which no migration makes.`)
}

type Key = { table: string; name: string; definition: string }

const foreignKeysOf = async (client: ClientBase): Promise<Key[]> => {
  const { rows } = await client.query<Key>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace order by 1, 2`)
  return rows
}

type Trigger = { table: string; name: string; enabled: '' | 'always ' | 'replica ' }

const triggersOf = async (client: ClientBase): Promise<Trigger[]> => {
  const { rows } = await client.query<Trigger>(`
    select c.relname as table, t.tgname as name,
      case t.tgenabled when 'A' then 'always ' when 'R' then 'replica ' else '' end as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = current_schema()::regnamespace order by 1, 2`)
  return rows
}
