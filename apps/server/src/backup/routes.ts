import { api } from '@ambit/contract'
import type { Transaction } from 'kysely'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Module } from '../http/bind.ts'
import { notPossible } from '../http/errors.ts'
import { BACK_UP } from './daily.ts'
import { backupsIn, drillsIn } from './folder.ts'

export const routes: Module = (bind, deps) => {
  const { config, db } = deps

  bind(api.backups.list, async () => {
    const { data, trouble } = await readFolder(config.backupFolder)
    const meta = { total: data.length, total_count: data.length, state: await stateOf(deps, trouble) }
    return { data, meta }
  })

  bind(api.backups.create, ({ keep }) =>
    db.transaction().execute(async (tx) => keep(tx, await ask(deps, tx, 'backup'))),
  )

  bind(api.backupDrills.list, async () => {
    const found = config.backupFolder === null ? [] : await drillsIn(config.backupFolder)
    return { data: found.toReversed(), meta: { total: found.length, total_count: found.length } }
  })

  bind(api.backupDrills.create, ({ keep }) =>
    db.transaction().execute(async (tx) => keep(tx, await ask(deps, tx, 'drill'))),
  )
}

type Reading = { data: Awaited<ReturnType<typeof backupsIn>>; trouble: string | null }

const readFolder = async (folder: string | null): Promise<Reading> => {
  try {
    return { data: folder === null ? [] : await backupsIn(folder), trouble: null }
  } catch (error) {
    return { data: [], trouble: `The folder ${folder} cannot be read (${codeOf(error)}).` }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

/** The job is due at once, on whichever server takes it. */
const ask = async ({ config, clock }: Deps, tx: Transaction<DB>, kind: 'backup' | 'drill') => {
  const refusal = refusalOf(config)
  if (refusal !== null) throw notPossible(refusal)
  const wanted_at = clock.wall()
  await tx
    .insertInto('backup_wishes')
    .values({ kind, wanted_at })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ wanted_at }))
    .execute()
  await tx.updateTable('jobs').set({ due_at: clock.now() }).where('name', '=', BACK_UP).execute()
  await noteEvent(tx, { kind: 'access', told: { [kind]: 'asked for' } })
  return { data: { wanted_at } }
}

/** As `jobsFor` has it. */
const refusalOf = ({ backupFolder, clock }: Deps['config']): string | null => {
  if (backupFolder === null) return 'This server makes no backups: AMBIT_BACKUP_FOLDER is off'
  return clock.kind === 'real' ? null : 'A server with a clock of its own, as the demo, makes no backups'
}

const stateOf = async ({ config, db, clock }: Deps, trouble: string | null) => {
  const wishes = await db.selectFrom('backup_wishes').selectAll().execute()
  const job = await db.selectFrom('jobs').select('last_error').where('name', '=', BACK_UP).executeTakeFirst()
  const since = (kind: string) => wishes.find((wish) => wish.kind === kind)?.wanted_at ?? null
  return {
    now: clock.wall(),
    folder: config.backupFolder,
    encrypted: config.backupRecipients.length > 0,
    refusal: refusalOf(config),
    waiting: { backup: since('backup'), drill: since('drill') },
    trouble: trouble ?? job?.last_error ?? null,
  }
}
