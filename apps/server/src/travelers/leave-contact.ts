import type { Transaction } from 'kysely'
import { endResetLinks } from '../access/password-reset.ts'
import { endSentLinks } from '../access/ride-links.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'

type Reachable = { id: number; email: string | null; phone_number: string | null }

/** What went to a contact that is the passenger's no longer opens nothing any more, nor what went to who answered. */
export const leaveContact = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction<DB>,
  before: Reachable,
  { email, phone_number }: Partial<Reachable>,
): Promise<void> => {
  const leaves = (now: string | null | undefined, was: string | null) =>
    now !== undefined && was !== null && now !== was
  if (leaves(email, before.email)) await endResetLinks(tx, { kind: 'traveller', id: before.id }, clock.wall())
  const answersNow = before.email === null && before.phone_number === null && (email ?? phone_number ?? null) !== null
  if (answersNow || leaves(email, before.email) || leaves(phone_number, before.phone_number))
    await endSentLinks(tx, before.id)
}
