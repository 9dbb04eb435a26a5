import type { Kysely } from 'kysely'
import { RULE_PREVIEW_DAYS } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Job } from '../jobs/runner.ts'
import { removeEnded } from '../sessions/use.ts'
import { removeEndedLinks } from './ride-links.ts'
import { KNOWN_MS, LONGEST_WINDOW_MS } from './throttle.ts'

const DAY = 24 * 3600_000
const YEAR = 365 * DAY
/** A report is taken until a day after the end of its trip, and its photos may have come long before it. */
const PHOTO_DAYS = 2
/** As long as messages are kept, by which a notice was sent. */
const NOTICES_MS = 185 * DAY

/** Sessions, links, counts and drafts that can no longer be used. What is kept for a period is removed by `retention`. */
export const pruneAccess: Job = {
  name: 'access.prune',
  every: 3600_000,
  run: async (deps) => {
    const { db, clock } = deps
    const now = clock.wall().getTime()
    const ago = (days: number): Date => new Date(clock.now().getTime() - days * DAY)
    await removeEnded(deps)
    await removeEndedLinks(deps)
    await db
      .deleteFrom('password_resets')
      .where('expires_at', '<', new Date(now - DAY))
      .execute()
    await db
      .deleteFrom('not_me_links')
      .where('expires_at', '<', new Date(now - DAY))
      .execute()
    await db.deleteFrom('sso_attempts').where('expires_at', '<', new Date(now)).execute()
    await db.deleteFrom('sso_codes').where('expires_at', '<', new Date(now)).execute()
    await db
      .deleteFrom('sign_in_challenges')
      .where('created_at', '<', new Date(now - DAY))
      .execute()
    await db.deleteFrom('passkey_challenges').where('expires_at', '<', new Date(now)).execute()
    await db.deleteFrom('mask_lifts').where('ends_at', '<', new Date(now)).execute()
    await db.deleteFrom('protected_openings').where('ends_at', '<', new Date(now)).execute()
    await db
      .deleteFrom('throttle_counts')
      .where('started_at', '<', new Date(now - LONGEST_WINDOW_MS))
      .execute()
    await db
      .deleteFrom('known_addresses')
      .where('last_at', '<', new Date(now - KNOWN_MS))
      .execute()
    await db
      .deleteFrom('known_devices')
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
    await forgetPhotos(db, ago(PHOTO_DAYS))
    await db.deleteFrom('thread_answers').where('until', '<', new Date(now)).execute()
    // A broadcast goes with the last of its messages.
    await db
      .deleteFrom('broadcasts')
      .where('created_at', '<', new Date(clock.now().getTime() - DAY))
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('driver_messages').whereRef('broadcast_id', '=', 'broadcasts.id').select('id')),
        ),
      )
      .execute()
    await db
      .deleteFrom('notices')
      .where('valid_until', '<', new Date(clock.now().getTime() - NOTICES_MS))
      .execute()
    await db.deleteFrom('design_drafts').where('created_at', '<', ago(1)).execute()
    // Who was on watch, what was muted, and what was handed over.
    const yearAgo = new Date(clock.now().getTime() - YEAR)
    await db.deleteFrom('watches').where('ended_at', '<', yearAgo).execute()
    await db.deleteFrom('exception_mutes').where('until', '<', yearAgo).execute()
    await db.deleteFrom('exception_figures').where('at', '<', ago(RULE_PREVIEW_DAYS)).execute()
    await db.deleteFrom('handovers').where('offered_at', '<', yearAgo).execute()
  },
}

/** Drivers' photos that nothing names: never named, or of notes and checks that are gone. */
const forgetPhotos = async (db: Kysely<DB>, before: Date): Promise<void> => {
  await db
    .deleteFrom('driver_photos')
    .where('vehicle_note_id', 'is', null)
    .where('vehicle_check_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}
