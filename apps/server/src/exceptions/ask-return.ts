import type { Transaction } from 'kysely'
import { openRequestStatuses, severityOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { pass, raise } from './raise.ts'

const subjectOf = (bookingId: number): string => `return:${bookingId}`

/** A passenger who did not come for a leg is asked whether each that follows is still wanted: it stands until it is cancelled. */
export const askOfReturn = async (tx: Transaction<DB>, bookingId: number, at: Date): Promise<void> => {
  for (const leg of await legsAfter(tx, bookingId))
    if (openRequestStatuses.some((status) => status === leg.status)) await ask(tx, leg, at)
}

type Leg = Awaited<ReturnType<typeof legsAfter>>[number]

const ask = async (tx: Transaction<DB>, back: Leg, at: Date): Promise<void> => {
  const { stay_minutes, journey_leg } = back
  const [from, until] = [back.promised_pickup_lower_bound, back.promised_pickup_upper_bound]
  await raise(tx, {
    kind: 'passenger_call',
    severity: severityOf.passenger_call,
    trip_id: null,
    zone_id: back.zone_id,
    subject: subjectOf(back.id),
    driver_id: null,
    facts: {
      service_request_id: back.id,
      ...(stay_minutes === null || journey_leg === null ? {} : { leg: journey_leg }),
    },
    bookings: [{ id: back.id, minutes: null, from: from.toISOString(), until: until.toISOString() }],
    at,
  })
}

/** A no-show was taken back: nobody has to look into it, or to ask about what follows. */
export const noShowTakenBack = async (tx: Transaction<DB>, bookingId: number, at: Date): Promise<void> => {
  const contested = { kind: 'no_show_contested', subject: `booking:${bookingId}` } as const
  await pass(tx, contested, { at, by: null, note: 'The miss was taken back' })
  for (const { id } of await legsAfter(tx, bookingId)) await passed(tx, id, at, 'The no-show was taken back')
}

/** A leg is cancelled: it was asked for. */
export const answered = (tx: Transaction<DB>, backId: number, at: Date): Promise<void> =>
  passed(tx, backId, at, 'The ride was cancelled')

const passed = (tx: Transaction<DB>, backId: number, at: Date, note: string): Promise<void> =>
  pass(tx, { kind: 'passenger_call', subject: subjectOf(backId) }, { at, by: null, note })

const legsAfter = (tx: Transaction<DB>, bookingId: number) =>
  tx
    .selectFrom('service_requests as there')
    .innerJoin('service_requests as back', (join) =>
      join.onRef('back.journey_id', '=', 'there.journey_id').onRef('back.journey_leg', '>', 'there.journey_leg'),
    )
    .where('there.id', '=', bookingId)
    .select(['back.id', 'back.status', 'back.zone_id', 'back.journey_leg', 'back.stay_minutes'])
    .select(['back.promised_pickup_lower_bound', 'back.promised_pickup_upper_bound'])
    .orderBy('back.journey_leg')
    .execute()
