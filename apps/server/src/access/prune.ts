import { KEEP_KEYS } from '../http/idempotency.ts'
import type { Deps } from '../deps.ts'
import { inSteps } from '../jobs/in-steps.ts'
import type { Job } from '../jobs/runner.ts'
import { removeEnded } from '../sessions/use.ts'
import { KNOWN_MS, THROTTLE_WINDOW_MS } from './throttle.ts'

const DAY = 24 * 3600_000
/** Mail to staff and to passengers, from when it was written. */
const KEEP_STAFF_MAIL = 30 * DAY
const KEEP_MAIL = 180 * DAY

/** Sessions, links, keys, counts and drafts that can no longer be used. */
export const pruneAccess: Job = {
  name: 'access.prune',
  every: 3600_000,
  deadline: 10 * 60_000,
  run: async (deps, signal) => {
    const { db, clock } = deps
    const now = clock.wall().getTime()
    await removeEnded(deps)
    await db
      .deleteFrom('password_resets')
      .where('expires_at', '<', new Date(now - DAY))
      .execute()
    await db
      .deleteFrom('throttle_counts')
      .where('started_at', '<', new Date(now - THROTTLE_WINDOW_MS))
      .execute()
    await db
      .deleteFrom('known_addresses')
      .where('last_at', '<', new Date(now - KNOWN_MS))
      .execute()
    await db
      .deleteFrom('second_factors')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<', new Date(now - DAY))
      .execute()
    await db
      .updateTable('outbox_mails')
      .set({ text: null })
      .where('expires_at', '<=', new Date(now))
      .where('text', 'is not', null)
      .execute()
    await db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', new Date(now - KEEP_KEYS))
      .execute()
    await db
      .deleteFrom('design_drafts')
      .where('created_at', '<', new Date(clock.now().getTime() - KEEP_KEYS))
      .execute()
    await inSteps(clock, signal, (rows) => removeMails(deps, rows))
  },
}

/** Mail is written by the service's clock. What still waits for a mail server has long been given up by then. */
const removeMails = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, rows: number): Promise<'more' | 'done'> => {
  const now = clock.now().getTime()
  const { numDeletedRows } = await db
    .deleteFrom('outbox_mails')
    .where('id', 'in', (from) =>
      from
        .selectFrom('outbox_mails')
        .select('id')
        .where((where) =>
          where.or([
            where('created_at', '<', new Date(now - KEEP_MAIL)),
            where.and([where('user_id', 'is not', null), where('created_at', '<', new Date(now - KEEP_STAFF_MAIL))]),
          ]),
        )
        .limit(rows),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) < rows ? 'done' : 'more'
}
