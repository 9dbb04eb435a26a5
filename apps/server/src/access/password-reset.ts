import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { PasswordForgotInput, PasswordResetInput } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { hashPassword } from './passwords.ts'
import { revokeAllSessions } from './tokens.ts'

export const RESET_MINUTES = 60

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

type Account = { kind: 'admin' | 'traveller'; id: number; email: string; first_name: string }

const findAccount = async (
  { db }: Deps,
  { email, kind }: z.output<typeof PasswordForgotInput>,
): Promise<Account | null> => {
  const row = await db
    .selectFrom(kind === 'admin' ? 'users' : 'travelers')
    .select(['id', 'email', 'first_name'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row === undefined ? null : { kind, ...row }
}

/** Sends a link when there is such an account, and nothing when there is none. The token itself is stored nowhere. */
export const sendResetLink = async (deps: Deps, input: z.output<typeof PasswordForgotInput>): Promise<void> => {
  const account = await findAccount(deps, input)
  if (account === null) return
  const { clock, config, db, mailer, random } = deps
  const token = random.token(32)
  const now = clock.wall()
  const folder = account.kind === 'admin' ? 'Admin' : 'Traveller'
  const link = `${publicUrlOf(config)}/${folder}/ResetPassword/${token}`
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('password_resets')
      .values({
        token_hash: hashOf(token),
        user_id: account.kind === 'admin' ? account.id : null,
        traveler_id: account.kind === 'traveller' ? account.id : null,
        created_at: now,
        expires_at: new Date(now.getTime() + RESET_MINUTES * 60_000),
      })
      .execute()
    await mailer.send(tx, {
      to: account.email,
      subject: 'Reset your password',
      text: [
        `Hello ${account.first_name},`,
        'somebody asked for a new password for your account. If it was you, choose it here:',
        link,
        `The link works once, for ${RESET_MINUTES} minutes. If it was not you, nothing needs to be done.`,
      ].join('\n\n'),
    })
  })
}

/** Sets the password by a link that works once. Ends every session of the account. Throws 422. */
export const resetPassword = async (
  { db, clock }: Deps,
  { reset_password_token, password, kind }: z.output<typeof PasswordResetInput>,
): Promise<string> => {
  const passwordHash = await hashPassword(password)
  const now = clock.wall()
  await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', hashOf(reset_password_token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where(kind === 'admin' ? 'user_id' : 'traveler_id', 'is not', null)
      .returning(['user_id', 'traveler_id'])
      .executeTakeFirst()
    const id = used?.user_id ?? used?.traveler_id
    if (id === undefined || id === null) {
      const detail = 'This link is not valid any more. Please ask for a new one'
      throw invalid([{ pointer: '/reset_password_token', title: 'Link', detail }])
    }
    const changes = { password_hash: passwordHash, updated_at: clock.now() }
    if (kind === 'admin') {
      await tx.updateTable('users').set(changes).where('id', '=', id).execute()
      await revokeAllSessions(tx, { kind: 'user', id })
    } else await tx.updateTable('travelers').set(changes).where('id', '=', id).execute()
    // Links that were sent before end with it.
    await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where(kind === 'admin' ? 'user_id' : 'traveler_id', '=', id)
      .where('used_at', 'is', null)
      .execute()
  })
  return kind === 'admin'
    ? 'Your password has been successfully reset. You can login now.'
    : 'Password reset successful. You can now login using your new password'
}
