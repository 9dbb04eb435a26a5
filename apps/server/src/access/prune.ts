import { KEEP_KEYS } from '../http/idempotency.ts'
import type { Job } from '../jobs/runner.ts'
import { KNOWN_MS, THROTTLE_WINDOW_MS } from './throttle.ts'

const DAY = 24 * 3600_000

/** Sessions, links, keys, counts and drafts that can no longer be used. */
export const pruneAccess: Job = {
  name: 'access.prune',
  every: 3600_000,
  deadline: 10 * 60_000,
  run: async ({ db, clock }) => {
    const now = clock.wall().getTime()
    await db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute()
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
  },
}
