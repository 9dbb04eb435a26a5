import { sql } from 'kysely'
import { type LoggedSeal, logLine } from '../audit/seal-log.ts'
import type { Job } from '../jobs/runner.ts'
import { storedMail } from '../settings/mail-server.ts'

const HOUR_MS = 3_600_000

const subjectOf = (day: string): string => `The audit’s last seal of ${day}`

/**
 * Mails the last seal of the newest day (UTC) that has ended to those whom the settings of mail name, once to each: a
 * copy outside shows whether all seals were written again.
 */
export const mailSeals: Job = {
  name: 'audit.mail_seals',
  every: HOUR_MS,
  run: async ({ db, clock, mailer }) => {
    const { seal_copies } = await storedMail(db)
    if (seal_copies.length === 0) return
    const { rows } = await sql<LoggedSeal>`
      select to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD') as day, id as seal, encode(hash, 'hex') as hash
      from audit_seals where sealed_at < date_trunc('day', ${clock.wall()}::timestamptz, 'UTC')
      order by id desc limit 1`.execute(db)
    const [newest] = rows
    if (newest === undefined) return
    const subject = subjectOf(newest.day)
    await db.transaction().execute(async (tx) => {
      const mailed = await tx.selectFrom('outbox_mails').select('to').where('subject', '=', subject).execute()
      const known = new Set(mailed.map(({ to }) => to))
      for (const to of seal_copies)
        if (!known.has(to)) await mailer.send(tx, { to, subject, text: textOf(newest), expires_at: null })
    })
  },
}

const textOf = (seal: LoggedSeal): string =>
  [
    'Please keep this mail. Its line is the last seal of the audit of that day:',
    logLine(seal),
    'The lines of such mails in a file, checked with `npm run ambit -- audit verify --seals FILE`, show whether anything that was sealed until then was changed later.',
  ].join('\n\n')
