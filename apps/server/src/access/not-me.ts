import type { Deps } from '../deps.ts'
import { aboutAccount, noteEvent, turnsOutToBe } from '../audit/note-event.ts'
import { invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'
import { hasWayInSince } from './factors.ts'
import { hashOfNotMe } from './not-me-link.ts'
import { endResetLinks } from './password-reset.ts'

/** What came so long before the mail is an intruder's as likely as what it tells of. */
const BEFORE_MS = 7 * 24 * 3600_000

/**
 * The owner of an account says by a link of a mail that it was somebody else: all sessions end, and nobody signs in
 * until the password is reset. Only an administrator lifts it where the link went to an address that is the account's no
 * longer, as the address is in doubt, and where another way in or second step was set up of late, as a new password
 * would leave it to an intruder. Throws 422 for a link that is wrong, used or over.
 */
export const blockByLink = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<void> => {
  const now = clock.wall()
  await db.transaction().execute(async (tx) => {
    const link = await tx
      .updateTable('not_me_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashOfNotMe(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'former_address', 'created_at'])
      .executeTakeFirst()
    if (link === undefined)
      throw invalid([{ pointer: '/token', title: 'Link', detail: 'This link is no longer valid' }])
    const { user_id, former_address, created_at } = link
    // A sign-in that is under way waits here, and finds the block.
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    await turnsOutToBe(tx, { kind: 'user', id: user_id })
    const since = new Date(created_at.getTime() - BEFORE_MS)
    const reset_lifts = !former_address && !(await hasWayInSince(tx, user_id, since))
    await tx
      .insertInto('sign_in_blocks')
      .values({ user_id, created_at: now, reset_lifts })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(reset_lifts ? { created_at: now } : { reset_lifts }),
      )
      .execute()
    await endResetLinks(tx, { kind: 'admin', id: user_id }, now)
    await revokeAllSessions(tx, { kind: 'user', id: user_id })
    const told = { outcome: 'blocked: this was not me' }
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id: user_id }), told })
    await recordChanged(tx, 'sessions', user_id)
  })
}
