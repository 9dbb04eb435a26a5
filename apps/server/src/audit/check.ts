import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { type LoggedSeal, parseSealLog, SEAL_LOG } from './seal-log.ts'
import { type Verified, verifySeals } from './verify.ts'

/** What the data folder's log holds; empty where there is none. */
export const readSealLog = (folder: string): LoggedSeal[] => {
  const file = join(folder, SEAL_LOG)
  return existsSync(file) ? parseSealLog(readFileSync(file, 'utf8')) : []
}

export const lastCheck = (db: Kysely<DB>) =>
  db.selectFrom('audit_checks').select(['checked_at', 'problem']).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** When the check first found that something is not as it was sealed, of the checks that have found it since. */
export const brokenSince = async (db: Kysely<DB>): Promise<Date | null> => {
  const { rows } = await sql<{ since: Date | null }>`
    select min(checked_at) as since from audit_checks
    where id > coalesce((select max(id) from audit_checks where problem is null), 0)`.execute(db)
  return rows[0]?.since ?? null
}

/** Verifies all seals, keeps what was found, and tells the superadmins by mail the first time that it is bad news. */
export const checkSeals = async (deps: Deps): Promise<Verified> => {
  const { db, clock, config, log } = deps
  const logged = config.dataFolder === '' ? [] : readSealLog(config.dataFolder)
  const verified = await verifySeals(db, { logged, now: clock.wall() })
  const { problem, events } = verified
  const known = (await lastCheck(db))?.problem ?? null
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('audit_checks').values({ checked_at: clock.wall(), events, problem }).execute()
    if (problem === null || known !== null) return
    for (const { email, first_name } of await superadmins(tx))
      await deps.mailer.send(tx, {
        to: email,
        expires_at: null,
        subject: 'The audit is not intact',
        text: [
          `Hello ${first_name},`,
          `the nightly check of the audit found: ${problem}`,
          'The page Audit says since when. docs/operating/running.md says what to do.',
        ].join('\n\n'),
      })
  })
  if (problem !== null) log.error({ problem }, 'the audit is not intact')
  return verified
}

const superadmins = (db: Kysely<DB>) =>
  db
    .selectFrom('users as u')
    .innerJoin('user_group_members as m', 'm.user_id', 'u.id')
    .innerJoin('user_group_roles as gr', 'gr.user_group_id', 'm.user_group_id')
    .innerJoin('user_roles as r', 'r.id', 'gr.user_role_id')
    .where('r.name', '=', 'superadmin')
    .where('r.built_in', '=', true)
    .where('u.status', '=', 'active')
    .select(['u.email', 'u.first_name'])
    .distinct()
    .execute()

/** Once a day, with what the sealing before it has left. */
export const checkJob: Job = {
  name: 'audit.check',
  every: 24 * 3600_000,
  run: async (deps) => {
    await checkSeals(deps)
  },
}
