import { type Kysely, sql } from 'kysely'
import type { RidePassengerChange } from '@ambit/contract'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { forbidden, unauthenticated } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { unpaidRide } from '../payments/unpaid.ts'
import { callWords } from './config.ts'

export type PassengerActor = Extract<Actor, { kind: 'passenger' }>

/** Whose call it is, as the endpoint's access has made sure. */
export const passengerActor = (actor: Actor): PassengerActor => {
  if (actor.kind !== 'passenger') throw unauthenticated()
  return actor
}

type Whose = Pick<PassengerActor, 'id' | 'consumer_app_id'>

/** What the passenger is shown of the own account. */
export const passengerOf = async (db: Kysely<DB>, { id, consumer_app_id }: Whose) => {
  const found = await db
    .selectFrom('travelers as t')
    .innerJoin('consumer_apps as a', (join) => join.on('a.id', '=', consumer_app_id))
    .leftJoin('regions', 'regions.id', 't.region_id')
    .where('t.id', '=', id)
    .select(['t.id', 't.first_name', 't.last_name', 't.email', 't.phone_number', 't.status', 't.locale as language'])
    .select(['t.handicapped as wheelchair', 't.restriction', 'a.sign_up'])
    .select(sql<boolean>`email_verified_at is not null`.as('email_verified'))
    .select(sql<boolean>`phone_verified_at is not null`.as('phone_verified'))
    .select(sql<string | null>`coalesce(regions.contact_phone, a.phone_number)`.as('contact_phone'))
    .executeTakeFirst()
  if (found === undefined) throw unauthenticated()
  const { status, restriction, sign_up, ...passenger } = found
  const isRefused = status === 'blocked' || restriction !== null || (sign_up === 'approval' && status !== 'active')
  const why = `Your account cannot book at the moment. ${callWords(passenger.contact_phone)}.`
  const unpaid = (await unpaidRide(db, id)) ?? null
  return { ...passenger, booking_refused: isRefused ? why : null, unpaid, helps: await bookedFor(db, id) }
}

/** Whom the passenger may book for besides themself, with what they need. */
const bookedFor = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as t', 't.id', 'h.traveler_id')
    .where('h.helper_id', '=', id)
    .where(sql<boolean>`'book' = any(h.rights)`)
    .where('t.anonymised_at', 'is', null)
    .select(['t.id', sql<string>`t.first_name || ' ' || t.last_name`.as('name'), 't.handicapped as wheelchair'])
    .orderBy('h.id')
    .execute()

/** 403 for a passenger who cannot book, with the number to call: why it is so, staff say. */
export const requireStanding = async (db: Kysely<DB>, passenger: Whose): Promise<void> => {
  const { booking_refused } = await passengerOf(db, passenger)
  if (booking_refused !== null) throw forbidden(booking_refused)
}

type Change = z.output<typeof RidePassengerChange>

export const changePassenger = ({ db, clock }: Deps, { id }: Whose, change: Change): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { language, wheelchair, ...names } = change
    await tx
      .updateTable('travelers')
      .set({
        ...names,
        ...(language === undefined ? {} : { locale: language }),
        ...(wheelchair === undefined ? {} : { handicapped: wheelchair }),
        updated_at: clock.now(),
      })
      .where('id', '=', id)
      .execute()
    await recordChanged(tx, 'travelers', id)
  })
