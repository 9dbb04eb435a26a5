import { type Kysely, sql } from 'kysely'
import { BACKUP_OLD_HOURS, PACK_OLD_MINUTES } from '@ambit/contract'
import { superadminIds } from '../access/superadmins.ts'
import { drillsIn, newestBackup, sizeOf } from '../backup/folder.ts'
import { packAges } from '../continuity/ages.ts'
import { roomOf } from '../database/disk.ts'
import type { OperatingWarning } from '../database/keeping-tables.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { partsToday, WARNED_SHARE } from '../messages/sms/quota.ts'

const HOUR_MS = 3600_000
/** A backup is made and read back aside, and a drill needs as much again. */
const BACKUPS_THAT_FIT = 3

type Warning = { kind: OperatingWarning; subject: string; text: string }

/** What stands in the way of going on, as long as it does: superadmins are told by mail when it begins. */
export const warnSuperadmins = async (deps: Deps): Promise<void> => {
  const found = [...lowDisk(deps), ...(await aboutBackups(deps)), ...(await aboutPacks(deps)), ...(await manySms(deps))]
  const { db, clock, mailer, log } = deps
  await db.transaction().execute(async (tx) => {
    const kinds = found.map(({ kind }) => kind)
    await tx
      .deleteFrom('operating_warnings')
      .where('kind', '<>', sql<OperatingWarning>`all(${kinds}::text[])`)
      .execute()
    for (const { kind, subject, text } of found) {
      const begun = await tx
        .insertInto('operating_warnings')
        .values({ kind, since: clock.wall() })
        .onConflict((known) => known.doNothing())
        .returning('kind')
        .executeTakeFirst()
      if (begun === undefined) continue
      log.warn({ kind }, 'superadmins are warned')
      for (const { id, email, first_name } of await superadminsOf(tx))
        await mailer.send(tx, {
          to: email,
          user_id: id,
          expires_at: null,
          subject,
          text: [`Hello ${first_name},`, text, 'You are told once, until it is over and happens again.'].join('\n\n'),
        })
    }
  })
}

const superadminsOf = async (tx: Kysely<DB>) => {
  const ids = await superadminIds(tx)
  if (ids.length === 0) return []
  return tx.selectFrom('users').select(['id', 'email', 'first_name']).where('id', 'in', ids).execute()
}

const lowDisk = ({ disk, config }: Deps): Warning[] => {
  if (!disk.low()) return []
  const text = `less than 10 % or 2 GB are free on the disk that holds ${config.dataFolder}. Until there is more, one position in 30 seconds of each vehicle is stored and nothing is exported; bookings and drivers’ steps go on. Settings, tab Status, shows what takes up the room, and docs/operating/running.md says what can go.`
  return [{ kind: 'disk', subject: 'The disk has little room left', text }]
}

const manySms = async ({ db, clock, config }: Deps): Promise<Warning[]> => {
  const { parts: limit } = config.smsLimits
  const parts = await partsToday(db, clock.now())
  if (config.sms.kind === 'off' || parts < limit * WARNED_SHARE) return []
  const text = `${parts} of the ${limit} parts of SMS that SMS_DAILY_LIMIT allows in a day were sent. From ${limit} on only codes and what is urgent is sent by SMS, a fifth beyond it nothing; the rest goes by e-mail, and what is urgent to the page Call List. The day ends at midnight UTC.`
  return [{ kind: 'sms_limit', subject: 'The SMS of the day are nearly used up', text }]
}

const aboutBackups = async ({ config, clock, db }: Deps): Promise<Warning[]> => {
  const folder = config.backupFolder
  if (folder === null || config.clock.kind !== 'real') return []
  const newest = await newestBackup(folder, clock.wall())
  const drill = (await drillsIn(folder)).at(-1)
  const since = newest?.moment ?? (await installedAt(db))
  const old = since !== null && clock.wall().getTime() - since.getTime() > BACKUP_OLD_HOURS * HOUR_MS
  const bytes = newest === null ? 0 : await sizeOf(newest.file).catch(() => 0)
  const more = 'Settings, tab Backups, says what was in the way.'
  const all: (Warning | false)[] = [
    old && {
      kind: 'backup_old',
      subject: 'There is no new backup',
      text: `no good backup was made for ${BACKUP_OLD_HOURS} hours. ${more}`,
    },
    drill?.trouble != null && {
      kind: 'drill_failed',
      subject: 'A backup could not be restored',
      text: `the last drill could not restore ${drill.file}: ${drill.trouble} ${more}`,
    },
    bytes > 0 &&
      roomOf(folder).free < BACKUPS_THAT_FIT * bytes && {
        kind: 'backup_room',
        subject: 'There is little room for backups',
        text: `the disk that holds ${folder} has less room than ${BACKUPS_THAT_FIT} backups take.`,
      },
  ]
  return all.filter((one) => one !== false)
}

/** A server that has just been started writes its packs first. */
const aboutPacks = async (deps: Deps): Promise<Warning[]> => {
  const limit = PACK_OLD_MINUTES * 60
  const old = process.uptime() > limit && (await packAges(deps)).some((seconds) => seconds > limit)
  if (!old) return []
  const text = `a region has no pack of the last ${PACK_OLD_MINUTES} minutes to work from without the server. The page Packs says which, and what was in the way.`
  return [{ kind: 'pack_old', subject: 'A pack to work without the server is missing', text }]
}

/** Before that no backup can be missed. */
const installedAt = async (db: Kysely<DB>): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`select min(applied_at) as at from schema_migrations`.execute(db)
  return rows[0]?.at ?? null
}
