import type { Transaction } from 'kysely'
import { contextNow } from '../context/context.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'

/** Tells users by mail what happened to their account, when and from where. */
export const tellOfAccount = async (
  { mailer, clock }: Pick<Deps, 'mailer' | 'clock'>,
  tx: Transaction<DB>,
  userId: number,
  { subject, happened }: { subject: string; happened: string },
): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const address = contextNow()?.address
  const when = `${clock.wall().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const where = address === undefined || address === null ? '' : `, from the network address ${address}`
  const lines = [
    `Hello ${user.first_name},`,
    happened,
    `Time: ${when}${where}.`,
    'If this was not you, change your password, end all sessions on the page Profile/Security, and tell your administrator.',
  ]
  await mailer.send(tx, { to: user.email, subject, text: lines.join('\n\n'), expires_at: null, user_id: userId })
}
