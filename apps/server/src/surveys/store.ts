import { openRequestStatuses } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { publish } from '../live/publish.ts'
import { recordChanged } from '../live/record-changed.ts'
import { excuseBySurvey } from '../misses/store.ts'
import type { BookingRecord } from '../service-requests/queries.ts'

type Answered = {
  cancellation_reason_key: string
  additional_information?: string | null | undefined
  /** null: the passenger */
  created_by: number | null
  now: Date
}

/** Stores why a booking was cancelled; undefined where it is known already. */
export const storeSurvey = async (
  tx: Transaction<DB>,
  { id, trip_id, zone_id, region_id }: Pick<BookingRecord, 'id' | 'trip_id' | 'zone_id' | 'region_id'>,
  { cancellation_reason_key, additional_information: typed, created_by, now }: Answered,
) => {
  const data = await tx
    .insertInto('surveys')
    .values({
      service_request_id: id,
      cancellation_reason_key,
      additional_information: typed === undefined || typed === null || typed === '' ? null : typed,
      created_by,
      created_at: now,
    })
    .onConflict((on) => on.column('service_request_id').doNothing())
    .returning(['id', 'service_request_id', 'cancellation_reason_key', 'additional_information', 'created_at'])
    .executeTakeFirst()
  if (data === undefined) return undefined
  await excuseBySurvey(tx, id, cancellation_reason_key)
  await publish(tx, [{ kind: 'service_request', service_request_id: id, trip_id, zone_id, region_id }])
  await recordChanged(tx, 'surveys', data.id)
  return data
}

/** Of bookings whose cancellation is taken back: why it was cancelled is not told of a ride that is open, nor of its next end. */
export const forgetSurveys = async (tx: Transaction<DB>, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const open = tx
    .selectFrom('service_requests')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'in', openRequestStatuses)
  const gone = await tx.deleteFrom('surveys').where('service_request_id', 'in', open).returning('id').execute()
  for (const { id } of gone) await recordChanged(tx, 'surveys', id)
}
