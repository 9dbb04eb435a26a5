import type { z } from 'zod'
import type { OwnPasswordInput } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { recordChanged } from '../live/record-changed.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'
import { tellOfAccount } from './account-mail.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { endResetLinks } from './password-reset.ts'
import { hashPassword } from './passwords.ts'
import { proveByPassword, staffOf } from './proof.ts'
import type { Throttle } from './throttle.ts'

/** By the present one. Ends all other sessions where the user wants it. Throws 422, 429. */
export const changeOwnPassword = async (
  deps: Deps,
  throttle: Throttle,
  actor: Actor,
  { present_password, password, end_others }: z.output<typeof OwnPasswordInput>,
  address: string,
): Promise<void> => {
  const { id, session_id } = staffOf(actor)
  await proveByPassword(deps, throttle, actor, { password: present_password, pointer: '/present_password' }, address)
  const passwordHash = await hashPassword(password)
  await deps.db.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('users')
      .select(['first_name', 'last_name', 'username', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await refuseEasyPassword(tx, password, owner, '/password')
    const changes = { password_hash: passwordHash, must_change_password: false, updated_at: deps.clock.now() }
    await tx.updateTable('users').set(changes).where('id', '=', id).execute()
    await endResetLinks(tx, { kind: 'admin', id }, deps.clock.wall())
    if (end_others) await revokeAllSessions(tx, { kind: 'user', id }, session_id)
    await tellOfAccount(deps, tx, id, {
      subject: 'Your password was changed',
      happened: 'The password of your account was changed by someone who knew the one before.',
    })
    await recordChanged(tx, 'users', id)
  })
}
