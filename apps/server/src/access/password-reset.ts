import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { PasswordForgotInput, PasswordResetInput } from '@ambit/contract'
import { aboutAccount, noteEvent, turnsOutToBe } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Config } from '../config.ts'
import type { Clock, Deps, Random } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { tellOfAccount } from './account-mail.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { hashPassword } from './passwords.ts'
import { blockOf, liftBlock } from './sign-in-block.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'

export const RESET_MINUTES = 60
/** Long enough for a new user who is away for the weekend. */
export const INVITATION_DAYS = 3

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
  return row === undefined || row.email === null ? null : { kind, ...row, email: row.email }
}

/** Sends a link when there is such an account, and nothing when there is none. */
export const sendResetLink = async (deps: Deps, input: z.output<typeof PasswordForgotInput>): Promise<void> => {
  const account = await findAccount(deps, input)
  if (account === null) return
  await deps.db.transaction().execute((tx) => mailResetLink(deps, tx, account, 'forgotten'))
}

/** Why a link is sent: the user asked for it, an administrator did, or the account is new. */
type Letter = 'forgotten' | 'reset' | 'invitation'

const letters: Record<Letter, { minutes: number; subject: string; opening: string; closing: string }> = {
  forgotten: {
    minutes: RESET_MINUTES,
    subject: 'Reset your password',
    opening: 'we received a request for a new password for your account. If it was you, choose it here:',
    closing: `The link works once, for ${RESET_MINUTES} minutes. If it was not you, you can ignore this mail.`,
  },
  reset: {
    minutes: RESET_MINUTES,
    subject: 'Reset your password',
    opening: 'an administrator has asked you to choose a new password. Choose it here:',
    closing: `The link works once, for ${RESET_MINUTES} minutes. Until then your old password keeps working.`,
  },
  invitation: {
    minutes: INVITATION_DAYS * 24 * 60,
    subject: 'Your new account',
    opening: 'an account has been created for you. Choose your password here:',
    closing: `The link works once, for ${INVITATION_DAYS} days. Sign in with this e-mail address.`,
  },
}

type LinkDeps = { config: Config; clock: Pick<Clock, 'wall'>; random: Pick<Random, 'token'> }

/** What sets the account's password once. Only its hash is stored. */
export const createResetToken = async (
  { clock, random }: Pick<LinkDeps, 'clock' | 'random'>,
  tx: Transaction<DB>,
  { kind, id }: Pick<Account, 'kind' | 'id'>,
  minutes: number,
): Promise<{ token: string; expires_at: Date }> => {
  const token = random.token(32)
  const now = clock.wall()
  const expires_at = new Date(now.getTime() + minutes * 60_000)
  await tx
    .insertInto('password_resets')
    .values({ token_hash: hashOf(token), ...accountColumn(kind, id), created_at: now, expires_at })
    .execute()
  const account = { kind: kind === 'admin' ? 'user' : 'passenger', id } as const
  await noteEvent(tx, { kind: 'sign_in', ...aboutAccount(account), told: { outcome: 'link for a new password' } })
  return { token, expires_at }
}

/** A link with such a token. */
export const createResetLink = async (
  deps: LinkDeps,
  tx: Transaction<DB>,
  account: Pick<Account, 'kind' | 'id'>,
  minutes: number,
): Promise<{ link: string; expires_at: Date }> => {
  const { token, expires_at } = await createResetToken(deps, tx, account, minutes)
  const folder = account.kind === 'admin' ? 'Admin' : 'Traveller'
  return { link: `${publicUrlOf(deps.config)}/${folder}/ResetPassword/${token}`, expires_at }
}

const accountColumn = (kind: Account['kind'], id: number) => (kind === 'admin' ? { user_id: id } : { traveler_id: id })

/** The text of the mail holds the link: it leaves the outbox when it is sent or the link has ended. */
export const mailResetLink = async (
  deps: Deps,
  tx: Transaction<DB>,
  account: Account,
  letter: Letter,
): Promise<void> => {
  const { minutes, subject, opening, closing } = letters[letter]
  const { link, expires_at } = await createResetLink(deps, tx, account, minutes)
  await deps.mailer.send(tx, {
    to: account.email,
    subject,
    text: [`Hello ${account.first_name},`, opening, link, closing].join('\n\n'),
    expires_at,
    ...accountColumn(account.kind, account.id),
  })
}

/** Links that were sent before end with the password that they would replace, and with the address that they went to. */
export const endResetLinks = async (
  tx: Transaction<DB>,
  { kind, id }: Pick<Account, 'kind' | 'id'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where(kind === 'admin' ? 'user_id' : 'traveler_id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}

/** Sets the password by a link that works once. Ends every session of the account. Throws 422. */
export const resetPassword = async (
  deps: Deps,
  { reset_password_token, password, kind }: z.output<typeof PasswordResetInput>,
): Promise<string> => {
  const { db, clock } = deps
  const passwordHash = await hashPassword(password)
  const now = clock.wall()
  const lifted = await db.transaction().execute(async (tx) => {
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
      const detail = 'This link is no longer valid. Please request a new one'
      throw invalid([{ pointer: '/reset_password_token', title: 'Link', detail }])
    }
    await turnsOutToBe(tx, { kind: kind === 'admin' ? 'user' : 'passenger', id })
    const owner = await tx
      .selectFrom(kind === 'admin' ? 'users' : 'travelers')
      .select(['first_name', 'last_name', 'username', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // The link stays good: what was done so far is undone.
    await refuseEasyPassword(tx, password, owner, '/password')
    const changes = { password_hash: passwordHash, updated_at: clock.now() }
    await endResetLinks(tx, { kind, id }, now)
    if (kind === 'admin') return resetOfUser(deps, tx, id, changes)
    await tx.updateTable('travelers').set(changes).where('id', '=', id).execute()
    await revokeAllSessions(tx, { kind: 'passenger', id })
    return true
  })
  if (!lifted) return 'Your password has been reset. Signing in stays blocked until an administrator allows it again.'
  return kind === 'admin'
    ? 'Your password has been successfully reset. You can login now.'
    : 'Password reset successful. You can now login using your new password'
}

/** Answers whether the user can sign in then. Whose first password it is knows of it. */
const resetOfUser = async (
  deps: Deps,
  tx: Transaction<DB>,
  id: number,
  changes: { password_hash: string; updated_at: Date },
): Promise<boolean> => {
  const { password_hash } = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('users')
    .set({ ...changes, must_change_password: false })
    .where('id', '=', id)
    .execute()
  await revokeAllSessions(tx, { kind: 'user', id })
  await liftBlock(tx, id, 'reset')
  if (password_hash !== null)
    await tellOfAccount(deps, tx, id, {
      subject: 'Your password was changed',
      happened: 'The password of your account was changed by a link for a new password.',
    })
  await recordChanged(tx, 'users', id)
  return (await blockOf(tx, id)) === null
}
