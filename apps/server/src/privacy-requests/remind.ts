import { sql } from 'kysely'
import type { PermissionKey, PrivacyRequestKind } from '@ambit/contract'
import { holdersOf } from '../http/holders.ts'
import type { Job } from '../jobs/runner.ts'

/** So many days before a request is due it is told. */
const SOON_DAYS = 7
const KEY = 'PrivacyManagement:request:canUpdate' satisfies PermissionKey

type Due = { id: number; kind: PrivacyRequestKind; traveler_id: number; due: string; late: boolean }

/** Tells those who answer requests by mail of each that is due within a week, and once more when it is late. */
export const remindOfRequests: Job = {
  name: 'privacy_requests.remind',
  every: 3600_000,
  run: async ({ db, clock, mailer }) => {
    await db.transaction().execute(async (tx) => {
      const today = sql`(${clock.now()}::timestamptz at time zone 'UTC')::date`
      const { rows: due } = await sql<Due>`
        update privacy_requests set told_soon = due_on, told_late = case when due_on < ${today} then due_on end
        where state = 'open' and (due_on <= ${today} + ${SOON_DAYS}::int and told_soon is distinct from due_on
          or due_on < ${today} and told_late is distinct from due_on)
        returning id, kind, traveler_id, to_char(due_on, 'YYYY-MM-DD') as due, due_on < ${today} as late`.execute(tx)
      if (due.length === 0) return
      const lines = due.toSorted((a, b) => a.due.localeCompare(b.due) || a.id - b.id).map(lineOf)
      for (const { id, email, first_name } of await holdersOf(tx, KEY))
        await mailer.send(tx, {
          to: email,
          user_id: id,
          expires_at: null,
          subject: due.some(({ late }) => late)
            ? 'Requests about personal data are late'
            : 'Requests about personal data are due within a week',
          text: [`Hello ${first_name},`, ...lines, 'They are on the page Privacy, tab Requests.'].join('\n\n'),
        })
    })
  },
}

const lineOf = ({ id, kind, traveler_id, due, late }: Due): string =>
  `request ${id} (${kind}) of passenger ${traveler_id} ${late ? 'was' : 'is'} due on ${due}.`
