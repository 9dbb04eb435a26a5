import type { Transaction } from 'kysely'
import { contextNow } from '../context/context.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { createNotMeLink, NOT_ME_DAYS } from './not-me-link.ts'

type Told = {
  subject: string
  happened: string
  /** the address that the account had before, in place of its own */
  former_email?: string
}

/**
 * Tells users by mail what happened to their account, when and from where, with a link to say that it was not them. The
 * link makes the text one for its recipient alone: it leaves the outbox once it is sent.
 */
export const tellOfAccount = async (
  deps: Pick<Deps, 'mailer' | 'clock' | 'random' | 'config'>,
  tx: Transaction<DB>,
  userId: number,
  { subject, happened, former_email }: Told,
): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const address = contextNow()?.address
  const when = `${deps.clock.wall().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const where = address === undefined || address === null ? '' : `, from the network address ${address}`
  const former_address = former_email !== undefined
  const { link, expires_at } = await createNotMeLink(deps, tx, { user_id: userId, former_address })
  const lines = [
    `Hello ${user.first_name},`,
    happened,
    `Time: ${when}${where}.`,
    `This was not me: ${link}`,
    `The link asks you to confirm it. Then all sessions of your account end, and nobody can sign in until a new password is chosen, and allowed by an administrator where another way to sign in or a second step was added of late. It works once, for ${NOT_ME_DAYS} days. If it was you, there is nothing to do.`,
  ]
  await deps.mailer.send(tx, {
    to: former_email ?? user.email,
    subject,
    text: lines.join('\n\n'),
    expires_at,
    user_id: userId,
  })
}
