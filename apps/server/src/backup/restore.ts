import { migrate, readMigrations } from '../database/migrate.ts'
import { eraseAgain } from '../erasures/erase-again.ts'
import type { Erased } from '../retention/erased-log.ts'
import { healthReport } from '../health/report.ts'
import { fill } from './fill.ts'
import { BackupRefused, type Manifest } from './manifest.ts'
import type { Draft, Place } from './places.ts'
import { checkBackup, type Source } from './read.ts'

export type Restored = {
  manifest: Manifest
  /** in words; null where nothing was in the place */
  before: string | null
}

type Terms = {
  replace: boolean
  now: Date
  report: (text: string) => void
  /** passengers who were erased, as a file beside the database knows them */
  erased: readonly Erased[]
}

/**
 * Restores a backup. The whole file is checked before anything is written, everything is written beside the place, and
 * health has nothing to say of it before it takes the place, which is free again afterwards. Throws BackupRefused, and
 * leaves what was there as it was.
 */
export const restore = async (source: Source, place: Place, terms: Terms): Promise<Restored> => {
  try {
    return await restoreHeld(source, place, terms)
  } finally {
    await place.release()
  }
}

const restoreHeld = async (
  source: Source,
  place: Place,
  { replace, now, report, erased }: Terms,
): Promise<Restored> => {
  report('checking the backup')
  const manifest = await checkBackup(source, readMigrations())
  if ((await place.occupied()) && !replace)
    throw new BackupRefused('There is a database already: choose an empty place, or set it aside with --replace.')
  try {
    const draft = await place.openDraft()
    try {
      await fillDraft(draft, source, manifest, { now, report, erased: [...erased, ...(await place.erased())] })
    } finally {
      await draft.close()
    }
    return { manifest, before: await place.swap(now) }
  } catch (error) {
    await place.abandon()
    throw error
  }
}

/** Filled as the version that made it had it, then brought up to date. */
const fillDraft = async (
  draft: Draft,
  source: Source,
  manifest: Manifest,
  { now, report, erased }: Omit<Terms, 'replace'>,
): Promise<void> => {
  const known = readMigrations()
  const then = known.filter(({ name }) => manifest.migrations.some((one) => one.name === name))
  await migrate(draft.database.patient, now, then)
  source.signal?.throwIfAborted()
  report('restoring the tables')
  await draft.lend((client) => fill(client, source, manifest, draft.load))
  await migrate(draft.database.patient, now, known)
  source.signal?.throwIfAborted()
  const again = await eraseAgain(draft.database.patient, erased, now)
  if (again > 0) report(`erasing ${again} passengers again who were erased since`)
  report('checking what was restored')
  const { healthy, lines } = await healthReport(draft.database)
  if (!healthy) throw new BackupRefused(`What was restored is not whole: ${lines.slice(0, 5).join('; ')}`)
}
