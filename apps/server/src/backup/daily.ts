import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { drillsIn, isAhead, newestBackup, noteDrill, removeOutdated, sizeOf } from './folder.ts'
import { identitiesIn } from './identities.ts'
import { makeBackup } from './make.ts'
import { folderPlace } from './places.ts'
import { restore } from './restore.ts'

const [HOUR, MINUTE] = [2, 30]
const SUNDAY = 0

/** The last half past two before a moment, by the machine's clock on the wall. */
export const lastDue = (now: Date): Date => {
  const due = new Date(now)
  due.setHours(HOUR, MINUTE, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

export const BACK_UP = 'backup.daily'

/** Makes the backup of the night that is missing, removes what is no longer kept, and on Sundays restores the newest; then what staff have asked for. */
export const backUpDaily: Job = {
  name: BACK_UP,
  every: 5 * 60_000,
  deadline: 3 * 3600_000,
  run: async (deps, signal) => {
    const { clock, config } = deps
    const folder = config.backupFolder
    if (folder === null) return
    const now = clock.wall()
    const due = lastDue(now)
    const newest = await newestBackup(folder, now)
    if (newest === null || newest.moment < due) await backUp(deps, folder, signal)
    const sunday = new Date(due)
    sunday.setDate(due.getDate() - ((due.getDay() - SUNDAY + 7) % 7))
    const last = (await drillsIn(folder)).at(-1)
    if (last === undefined || new Date(last.at) < sunday || isAhead(new Date(last.at), now))
      await drill(deps, folder, signal)
    await fulfil(deps, folder, signal)
  },
}

/** What is asked for while it works too. A wish that fails is told beside the job, and not tried again. */
const fulfil = async (deps: Deps, folder: string, signal: AbortSignal): Promise<void> => {
  const { db } = deps
  while (!signal.aborted) {
    const wish = await db.selectFrom('backup_wishes').selectAll().orderBy('wanted_at').executeTakeFirst()
    if (wish === undefined) return
    try {
      await (wish.kind === 'backup' ? backUp(deps, folder, signal) : drill(deps, folder, signal))
    } finally {
      // A server that stops leaves it to the next one.
      if (!signal.aborted)
        await db
          .deleteFrom('backup_wishes')
          .where('kind', '=', wish.kind)
          .where('wanted_at', '<=', wish.wanted_at)
          .execute()
    }
  }
}

const backUp = async ({ snapshots, config, clock, log }: Deps, folder: string, signal: AbortSignal): Promise<void> => {
  const { file, bytes } = await makeBackup({
    kind: config.databaseUrl === null ? 'embedded' : 'postgresql',
    version: config.version,
    dataFolder: config.dataFolder,
    folder,
    recipients: config.backupRecipients,
    now: clock.wall(),
    moment: snapshots.moment,
    signal,
  })
  const removed = await removeOutdated(folder, clock.wall())
  log.info({ file, bytes, removed: removed.length }, 'a backup was made and read back')
}

/** Restores the newest backup into a folder of its own and compares it. What is found is noted beside the backups. */
const drill = async ({ config, clock, log }: Deps, folder: string, signal: AbortSignal): Promise<void> => {
  const at = clock.wall()
  const newest = await newestBackup(folder, at)
  if (newest === null) return
  const began = clock.monotonic()
  const trouble = await restoreAside(newest.file, { ...config, now: at, signal }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  // A server that stops has found nothing out.
  if (signal.aborted) return
  const seconds = Math.round((clock.monotonic() - began) / 100) / 10
  const file = basename(newest.file)
  await noteDrill(folder, { file, at: at.toISOString(), seconds, bytes: await sizeOf(newest.file), trouble })
  if (trouble === null) log.info({ file, seconds }, 'a backup was restored for a drill')
  else log.error({ file, seconds, trouble }, 'a backup could not be restored in a drill')
}

type Aside = Pick<Deps['config'], 'dataFolder' | 'backupIdentity'> & { now: Date; signal: AbortSignal }

const restoreAside = async (file: string, { dataFolder, backupIdentity, now, signal }: Aside): Promise<void> => {
  const folder = join(dataFolder, 'drill')
  const identities = backupIdentity === null ? [] : identitiesIn(await readFile(backupIdentity, 'utf8'))
  await rm(folder, { recursive: true, force: true })
  try {
    const place = await folderPlace(folder)
    await restore({ file, identities, signal }, place, { replace: false, erased: [], now, report: () => {} })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
