import { type Kysely, sql } from 'kysely'
import type { PhoneMessage } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Wire } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { isDemo } from '../settings/demo.ts'
import { writtenTo } from '../planning/change/answers-for.ts'

/** The newest of them. */
const MOST = 50

/**
 * What the passenger's phone would show: what was captured, of rides and of the account, oldest first. 404 outside of a
 * demo, where links and codes are nobody else's to read.
 */
export const phoneOf = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number): Promise<Wire<PhoneMessage>[]> => {
  if (!(await isDemo(db))) throw notFound()
  const found = [...(await rides(db, id)), ...(await account(db, id, clock.wall()))]
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-MOST)
}

type Shown = Omit<PhoneMessage, 'at'> & { at: Date }

const rides = async (db: Kysely<DB>, id: number): Promise<Shown[]> => {
  const { rows } =
    await sql<Shown>`select 'message-' || m.id as key, m.channel, m.subject, m.text, m.state_at as at, g.time_zone
    from messages m join travelers t on t.id = m.traveler_id join regions g on g.id = m.region_id
    where ${writtenTo} = ${id} and m.user_id is null and m.state = 'captured' and m.channel in ('email', 'sms', 'push')
    order by m.id desc limit ${MOST}`.execute(db)
  return rows
}

/** Codes, invitations and links for a new password, while they hold; of rides the message says it. */
const account = async (db: Kysely<DB>, id: number, wall: Date): Promise<Shown[]> => {
  const { rows } = await sql<Shown>`select 'mail-' || o.id as key,
      case when o."to" like '%@%' then 'email' else 'sms' end as channel,
      case when o."to" like '%@%' then o.subject end as subject, o.text, o.created_at as at, g.time_zone
    from outbox_mails o join travelers t on t.id = o.traveler_id join regions g on g.id = t.region_id where o.traveler_id = ${id} and o.message_id is null and o.text is not null
      and (o.expires_at is null or o.expires_at > ${wall})
    order by o.id desc limit ${MOST}`.execute(db)
  return rows
}
