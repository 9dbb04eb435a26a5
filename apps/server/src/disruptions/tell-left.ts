import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { pass, raise } from '../exceptions/raise.ts'
import type { About } from '../planning/effects/record.ts'

/** What was disrupted: `trip:12` or `closure:3`. */
export type Disrupted = { subject: string; trip_id: number | null }

/** What becomes of one booking. */
type Row = { service_request_id: number; outcome: string; late_s: number }

/** Whom a disruption left without a vehicle, or late, needs a person: one exception in each zone, urgent where somebody was on board. */
export const tellLeft = async (
  tx: Transaction<DB>,
  outcomes: readonly Row[],
  { subject, trip_id, at }: Disrupted & { at: Date },
): Promise<void> => {
  const rows = new Map(
    outcomes
      .filter(({ outcome, late_s }) => outcome === 'not_served' || late_s > 0)
      .map((row) => [row.service_request_id, row]),
  )
  if (rows.size === 0) return
  const bookings = await tx
    .selectFrom('service_requests')
    .where('id', '=', sql<number>`any(${[...rows.keys()]}::int[])`)
    .select(['id', 'zone_id', 'promised_dropoff_lower_bound as from', 'promised_dropoff_upper_bound as until'])
    .select(sql<boolean>`status = 'on_board' or stranded_at is not null`.as('aboard'))
    .orderBy('id')
    .execute()
  for (const [zone_id, left] of Map.groupBy(bookings, (booking) => booking.zone_id)) {
    const unserved = left.filter(({ id }) => rows.get(id)?.outcome === 'not_served').length
    await raise(tx, {
      kind: 'disruption',
      severity: left.some(({ aboard }) => aboard) ? 'urgent' : 'soon',
      subject: `${subject}:${zone_id}`,
      trip_id,
      zone_id,
      driver_id: null,
      facts: { not_served: unserved, late: left.length - unserved },
      bookings: left.map(({ id, from, until }) => {
        const { outcome, late_s = 0 } = rows.get(id) ?? {}
        const minutes = outcome === 'not_served' ? null : Math.ceil(late_s / 60)
        return { id, minutes, from: from.toISOString(), until: until.toISOString() }
      }),
      at,
    })
  }
}

/** The disruption of these trips or roads is undone: nobody has to see to those whom it left. */
export const passLeft = async (
  tx: Transaction<DB>,
  { trips = [], closures = [] }: About,
  { at, by }: { at: Date; by: number | null },
): Promise<void> => {
  const disrupted = [...trips.map((id) => `trip:${id}`), ...closures.map((id) => `closure:${id}`)]
  const left = await tx
    .selectFrom('exceptions')
    .where('kind', '=', 'disruption')
    .where('state', '<>', 'resolved')
    // Of each zone, which the subject ends with.
    .where(sql<boolean>`regexp_replace(subject, ':\\d+$', '') = any(${disrupted}::text[])`)
    .select('subject')
    .orderBy('id')
    .execute()
  for (const { subject } of left) await pass(tx, { kind: 'disruption', subject }, { at, by, note: 'Undone' })
}
