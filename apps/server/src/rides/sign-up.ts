import { sql, type Transaction } from 'kysely'
import type { SignInCode } from '@ambit/contract'
import type { z } from 'zod'
import { actsAs } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { type Challenge, useUp } from './codes.ts'
import type { App } from './config.ts'
import { phoneOf } from './contacts.ts'

type Profile = NonNullable<z.output<typeof SignInCode>['profile']>
type Joining = { challenge: Challenge; app: App; prefix: string; profile: Profile }

/**
 * A new passenger with the contact that the code was sent to, and the other one as it was typed. Throws 422 beside a field
 * that is missing or that another passenger has; the code can be given again then.
 */
export const signUp = async (deps: Deps, { challenge, app, prefix, profile }: Joining): Promise<number> => {
  const { db, clock } = deps
  const contacts = contactsOf(challenge, profile, prefix)
  const username = usernameOf(deps)
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await useUp(deps, tx, challenge.id)
    if (contacts.email !== null) await refuseOthersEmail(tx, contacts.email, '/profile/email')
    const id = await nextId(tx)
    const { first_name, last_name } = profile
    await actsAs(tx, { actor_kind: 'passenger', actor_id: id, actor_name: `${first_name} ${last_name}` })
    const verified = challenge.contact.channel === 'email' ? 'email_verified_at' : 'phone_verified_at'
    await sql`insert into travelers (id, first_name, last_name, username, email, phone_number, status, ${sql.ref(verified)},
      created_at, updated_at) overriding system value
      values (${id}, ${first_name}, ${last_name}, ${username}, ${contacts.email}, ${contacts.phone_number},
        ${app.sign_up === 'open' ? 'active' : null}, ${clock.wall()}, ${now}, ${now})`.execute(tx)
    await recordChanged(tx, 'travelers', id)
    // The mail that the code came by is this passenger's now, and is erased with them.
    await sql`update outbox_mails set traveler_id = ${id} where lower("to") = ${challenge.contact.address}
      and traveler_id is null and user_id is null`.execute(tx)
    return id
  })
}

const contactsOf = ({ contact }: Challenge, { email, phone_number }: Profile, prefix: string) => {
  if (contact.channel === 'email')
    return {
      email: contact.address,
      phone_number: phone_number === undefined ? null : phoneOf(phone_number, prefix, '/profile/phone_number'),
    }
  return { email: email?.toLowerCase() ?? null, phone_number: contact.address }
}

export const refuseOthersEmail = async (tx: Transaction<DB>, email: string, pointer: string): Promise<void> => {
  const known = await tx
    .selectFrom('travelers')
    .select('id')
    .where(sql<boolean>`lower(email) = ${email}`)
    .executeTakeFirst()
  if (known === undefined) return
  const detail = 'This e-mail address cannot be used for another account. Sign in with it, or enter another one'
  throw invalid([{ pointer, detail }])
}

/** Known before the row is written, so that the audit's event of it says who did it. */
const nextId = async (tx: Transaction<DB>): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('travelers_id_seq')::integer as id`.execute(tx)
  return rows[0]!.id // nextval answers one
}

/** Letters and digits that are not taken for each other when they are read out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** `r-7k2m9qd4`, for staff to find the account by. */
export const usernameOf = ({ random }: Pick<Deps, 'random'>): string => {
  const letters = Array.from({ length: 8 }, () => ALPHABET[Math.floor(random.next() * ALPHABET.length)])
  return `r-${letters.join('')}`
}
