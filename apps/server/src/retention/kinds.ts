import { type RawBuilder, sql } from 'kysely'
import type { RetentionKind } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { auditEvents, signIns } from './audit.ts'
import { bookings, searches } from './bookings.ts'
import { held } from '../holds/queries.ts'
import type { Kind } from './kind.ts'
import { drivers, travelers } from './people.ts'
import { positions, thinnedPositions } from './positions.ts'

type Deleted = {
  table: keyof DB
  at?: RawBuilder<unknown>
  person?: RawBuilder<unknown>
  where?: RawBuilder<unknown>
}

const created = sql.ref('created_at')
const nobody = sql`null::text`

/** Rows that go when their time is over. */
const deleted = ({ table, at = created, person = nobody, where = sql`true` }: Deleted): Pick<Kind, 'due' | 'begin'> => {
  const some = (before: Date) => sql`from ${sql.table(table)} where ${at} < ${before} and ${where}`
  return {
    due: (before) => sql`select ctid::text as id, ${at} as at, ${person} as person ${some(before)}`,
    begin:
      ({ db }, before) =>
      async (rows) => {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)} where ctid = any(array(select ctid ${some(before)} limit ${rows}))`.execute(
          db,
        )
        return { seen: Number(numAffectedRows), removed: Number(numAffectedRows) }
      },
  }
}

export const kinds: Readonly<Record<RetentionKind, Kind>> = {
  positions_thinned: thinnedPositions,
  positions,
  searches,
  driver_actions: deleted({
    table: 'driver_actions',
    where: sql`not ${held({
      trips: sql.ref('trip_id'),
      service_requests: sql.ref('service_request_id'),
      travelers: sql`(select traveler_id from service_requests r where r.id = service_request_id)`,
      vehicles: sql`(select vehicle_id from trips t where t.id = trip_id)`,
      at: sql.ref('driver_actions.created_at'),
    })}`,
  }),
  driver_messages: deleted({
    table: 'driver_messages',
    where: sql`not ${held({
      trips: sql.ref('trip_id'),
      vehicles: sql`(select vehicle_id from trips t where t.id = trip_id)`,
      at: sql.ref('driver_messages.created_at'),
    })}`,
  }),
  exceptions: deleted({
    table: 'exceptions',
    at: sql.ref('opened_at'),
    where: sql`not ${held({
      trips: sql.ref('trip_id'),
      vehicles: sql`(select vehicle_id from trips t where t.id = trip_id)`,
      at: sql.ref('exceptions.opened_at'),
    })}`,
  }),
  // What was broken on purpose goes with the action; what was never approved has none, and is told of no longer either.
  dispatch_actions: deleted({
    table: 'dispatch_actions',
    where: sql`not exists (select from unnest(dispatch_actions.trip_ids) as of_trip(id) where ${held({
      trips: sql.ref('of_trip.id'),
      vehicles: sql`(select vehicle_id from trips t where t.id = of_trip.id)`,
      at: sql.ref('dispatch_actions.created_at'),
    })})`,
  }),
  vehicle_checks: deleted({
    table: 'vehicle_checks',
    where: sql`not ${held({
      trips: sql.ref('trip_id'),
      vehicles: sql.ref('vehicle_id'),
      at: sql.ref('vehicle_checks.created_at'),
    })}`,
  }),
  bookings,
  booking_series: deleted({
    table: 'booking_series',
    at: sql.ref('ended_at'),
    person: sql`traveler_id::text`,
    where: sql`not ${held({ travelers: sql.ref('traveler_id'), at: sql.ref('booking_series.ended_at') })}`,
  }),
  suspensions: deleted({
    table: 'suspensions',
    at: sql.ref('proposed_at'),
    person: sql`traveler_id::text`,
    where: sql`not ${held({ travelers: sql.ref('traveler_id'), at: sql.ref('suspensions.proposed_at') })}`,
  }),
  travelers,
  access_events: deleted({
    table: 'access_events',
    at: sql.ref('at'),
    person: sql`traveler_id::text`,
    where: sql`not ${held({ travelers: sql.ref('traveler_id'), at: sql.ref('at') })}`,
  }),
  sign_ins: signIns,
  audit_events: auditEvents,
  drivers,
  vehicle_notes: deleted({
    table: 'vehicle_notes',
    where: sql`not ${held({ vehicles: sql.ref('vehicle_id'), at: sql.ref('vehicle_notes.created_at') })}`,
  }),
  staff_mails: deleted({
    table: 'outbox_mails',
    person: sql`user_id::text`,
    where: sql`user_id is not null and not ${held({ at: sql.ref('outbox_mails.created_at') })}`,
  }),
  passenger_mails: deleted({
    table: 'outbox_mails',
    person: sql`traveler_id::text`,
    where: sql`user_id is null and not ${held({ travelers: sql.ref('traveler_id'), at: sql.ref('outbox_mails.created_at') })}`,
  }),
  messages: deleted({
    table: 'messages',
    person: sql`traveler_id::text`,
    where: sql`not ${held({ travelers: sql.ref('traveler_id'), service_requests: sql.ref('service_request_id'), at: sql.ref('messages.created_at') })}`,
  }),
  sms_replies: deleted({
    table: 'sms_replies',
    at: sql.ref('received_at'),
    person: sql`traveler_id::text`,
    where: sql`not ${held({ travelers: sql.ref('traveler_id'), at: sql.ref('received_at') })}`,
  }),
  privacy_requests: deleted({
    table: 'privacy_requests',
    at: sql.ref('closed_at'),
    person: sql`traveler_id::text`,
    where: sql`state <> 'open' and not ${held({ travelers: sql.ref('traveler_id'), at: sql.ref('closed_at') })}`,
  }),
  idempotency_keys: { clock: 'wall', ...deleted({ table: 'idempotency_keys' }) },
}
