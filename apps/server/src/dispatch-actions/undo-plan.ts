import { sql } from 'kysely'
import type { EffectBooking, Reason, RequestStatus } from '@ambit/contract'
import type { RowChange } from '../database/dispatch-tables.ts'
import { notesOfUses } from '../discounts/queries.ts'
import type { By } from '../planning/change/booking-history.ts'
import { noShowTakenBack } from '../exceptions/ask-return.ts'
import { forgetMisses } from '../misses/store.ts'
import { forgetSurveys } from '../surveys/store.ts'
import { recordBookings } from '../planning/change/bookings.ts'
import { attempt, noteTellings } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { withdrawMessages } from '../planning/change/messages.ts'
import { conflictingRows, restoreRows, rowsNow } from '../planning/change/rows.ts'
import { worse } from '../planning/effects/bookings.ts'
import { isSound } from '../planning/effects/sides.ts'
import { worked } from '../planning/effects/worked.ts'
import { bringBack } from './compensate.ts'
import { crewsOf, recordCrewBack } from './crew-back.ts'

/** An action as it is to be undone. */
export type ToUndo = { id: number; title: string; rows: readonly RowChange[]; came_out: readonly EffectBooking[] }

export type Brought = { booking: EffectBooking; minutes: number | null; reason: string | null }

export type Undone = {
  exact: boolean
  effect: Awaited<ReturnType<typeof worked>>['effect']
  sides: Awaited<ReturnType<typeof worked>>['sides']
  brought_back: Brought[]
  in_part: Brought[]
  not_back: Brought[]
  /** what the effect says besides */
  notes: string[]
}

/** The rows cannot simply be written back. */
class NotAsLeft extends Error {
  override readonly name = 'NotAsLeft'
}

/** Less is what a minute of driving makes of it. Seconds */
const SAME_S = 60

const TAKEN_BACK = (title: string): Reason => ({ code: 'undone', text: `Undone: ${title}` })

/** Every booking is as it was before the action again, or nearly, or not. */
const compared = (
  before: readonly EffectBooking[],
  now: ReadonlyMap<number, EffectBooking>,
  reasons: ReadonlyMap<number, string>,
): Pick<Undone, 'brought_back' | 'in_part' | 'not_back'> => {
  const lists: Pick<Undone, 'brought_back' | 'in_part' | 'not_back'> = { brought_back: [], in_part: [], not_back: [] }
  for (const was of before) {
    const is = now.get(was.service_request_id)
    const booking = is ?? was
    const reason = reasons.get(was.service_request_id) ?? null
    const [then, next] = [was.before, is?.after ?? null]
    const status = (one: RequestStatus) => (one === 'secured' ? 'assigned' : one)
    const isSame =
      is === undefined
        ? reason === null
        : status(is.status_after) === status(was.status_before) && then?.trip_id === next?.trip_id
    if (!isSame)
      lists.not_back.push({ booking, minutes: null, reason: reason ?? 'The plan has no room for it any more' })
    else {
      const by = then === null || next === null ? 0 : (Date.parse(next.dropoff_at) - Date.parse(then.dropoff_at)) / 1000
      if (Math.abs(by) < SAME_S) lists.brought_back.push({ booking, minutes: null, reason: null })
      else lists.in_part.push({ booking, minutes: Math.round(by / 60), reason })
    }
  }
  return lists
}

/** Throws where the plan that was restored does not hold from where everybody is by now. */
const requireSound = (
  { sides, effect }: Awaited<ReturnType<typeof worked>>,
  came_out: readonly EffectBooking[],
): void => {
  if (!sides.every(isSound)) throw new NotAsLeft()
  const late = new Map(came_out.map(({ service_request_id, late_before_s }) => [service_request_id, late_before_s]))
  const broken = effect.all.some((booking) => worse(booking) > (late.get(booking.service_request_id) ?? 0) + SAME_S)
  if (broken) throw new NotAsLeft()
}

/**
 * Takes an action back. Where every row is as it left it, and the plan still holds, the rows are written back as they were;
 * else each booking is brought back as far as the plan allows.
 */
export const carryUndo = async (changes: readonly PlanChange[], action: ToUndo, by: By): Promise<Undone> => {
  const [first] = changes
  if (first === undefined) throw new Error('An action changed one plan at least')
  const rowsOf = await rowsByZone(changes, action.rows)
  const former = await crewsOf(first.tx, tripsAmong(action.rows))
  const undone = await bringAllBack(first, { changes, rowsOf }, action, by)
  for (const change of changes) await recordCrewBack(change, tripsAmong(rowsOf(change)), former, by)
  const ids = action.came_out.map(({ service_request_id }) => service_request_id)
  await forgetMisses(first.tx, ids)
  await forgetSurveys(first.tx, ids)
  for (const { service_request_id, status_after } of action.came_out)
    if (status_after === 'no_show') await noShowTakenBack(first.tx, service_request_id, first.now)
  const revived = action.came_out.filter(({ status_after }) => status_after === 'cancelled' || status_after === 'error')
  const notes = await notesOfUses(
    first.tx,
    first.now,
    revived.map(({ service_request_id }) => service_request_id),
  )
  // What is to be read is shown before it is done.
  return { ...undone, exact: undone.exact && notes.length === 0, notes }
}

const tripsAmong = (rows: readonly RowChange[]): number[] =>
  rows.flatMap(({ table, id }) => (table === 'trips' ? [id] : []))

const bringAllBack = async (
  first: PlanChange,
  { changes, rowsOf }: { changes: readonly PlanChange[]; rowsOf: OfZone },
  { title, rows, came_out }: ToUndo,
  by: By,
): Promise<Omit<Undone, 'notes'>> => {
  const before = new Map<number, RequestStatus>()
  const named = new Set(came_out.map(({ service_request_id }) => service_request_id))
  for (const { service_request_id, status_after } of came_out) before.set(service_request_id, status_after)
  const conflicts = conflictingRows(rows, await rowsNow(first, rows))
  const reason = TAKEN_BACK(title)
  if (conflicts.length === 0) {
    try {
      return await attemptAll(changes, async () => {
        for (const change of changes) await restoreRows(change, rowsOf(change))
        for (const change of changes) await recordUndo(change, rowsOf(change), by, reason)
        const done = await worked(changes, before, named)
        requireSound(done, came_out)
        const lists = compared(
          came_out,
          new Map(done.effect.all.map((one) => [one.service_request_id, one])),
          new Map(),
        )
        return { ...done, ...lists, exact: lists.in_part.length + lists.not_back.length === 0 }
      })
    } catch (error) {
      if (!(error instanceof NotAsLeft)) throw error
    }
  }
  const reasons = new Map<number, string>()
  for (const change of changes)
    for (const [id, why] of await bringBack(change, rowsOf(change), { by, reason })) reasons.set(id, why)
  const done = await worked(changes, before, named)
  return {
    ...done,
    ...compared(came_out, new Map(done.effect.all.map((one) => [one.service_request_id, one])), reasons),
    exact: false,
  }
}

type OfZone = (change: PlanChange) => readonly RowChange[]

/** The rows of each zone's plan: those of its schedules, trips and bookings; the first one's has what is of the region besides. */
const rowsByZone = async (changes: readonly PlanChange[], rows: readonly RowChange[]): Promise<OfZone> => {
  const [first] = changes
  if (first === undefined || changes.length === 1) return () => rows
  const named = (table: 'trips' | 'service_requests', column: 'trip_id' | 'service_request_id') =>
    rows.flatMap((row) => {
      const id = row.table === table ? row.id : (row.after ?? row.before)?.[column]
      return typeof id === 'number' ? [id] : []
    })
  const zonesOf = async (table: 'trips' | 'service_requests', ids: readonly number[]) =>
    new Map(
      (
        await first.tx
          .selectFrom(table)
          .where('id', '=', sql<number>`any(${ids}::int[])`)
          .select(['id', 'zone_id'])
          .execute()
      ).map(({ id, zone_id }) => [id, zone_id]),
    )
  const trips = await zonesOf('trips', named('trips', 'trip_id'))
  const bookings = await zonesOf('service_requests', named('service_requests', 'service_request_id'))
  const zoneOf = ({ table, id, before, after }: RowChange): number | undefined => {
    const row = after ?? before
    if (table === 'service_plans' && typeof row?.['zone_id'] === 'number') return row['zone_id']
    if (table === 'trips') return trips.get(id)
    if (table === 'service_requests') return bookings.get(id)
    return bookings.get(Number(row?.['service_request_id'])) ?? trips.get(Number(row?.['trip_id']))
  }
  const own = Map.groupBy(rows, (row) => zoneOf(row) ?? first.zone.zone_id)
  return ({ zone }) => own.get(zone.zone_id) ?? []
}

/** Of several plans nothing is left of what fails. */
const attemptAll = <T>(changes: readonly PlanChange[], work: () => Promise<T>): Promise<T> => {
  const [first, ...others] = changes
  return first === undefined ? work() : attempt(first, () => attemptAll(others, work))
}

/** Columns of bookings whose change stands in their histories. */
const TOLD = ['trip_id', 'status', 'pickup_upper_bound', 'dropoff_upper_bound']

/** A row of its own in the history of each booking, and a message where it was told of the action. */
const recordUndo = async (change: PlanChange, rows: readonly RowChange[], by: By, reason: Reason): Promise<void> => {
  const held = rows.flatMap(({ table, before, after }) => {
    const booking = (after ?? before)?.['service_request_id']
    return table === 'booking_pins' && typeof booking === 'number' ? [booking] : []
  })
  const told = rows.flatMap(({ table, id, before, after }) =>
    table === 'service_requests' && TOLD.some((column) => before?.[column] !== after?.[column]) ? [id] : [],
  )
  await recordUndone(change, [...new Set([...told, ...held])], by, reason)
}

/** The bookings as they are now, with why. */
export const recordUndone = async (
  change: PlanChange,
  ids: readonly number[],
  by: By,
  reason: Reason,
): Promise<void> => {
  if (ids.length === 0) return
  const now = await change.tx
    .selectFrom('service_requests')
    .where('id', 'in', ids)
    .select(['id', 'status', 'trip_id'])
    .orderBy('id')
    .execute()
  await recordBookings(
    change,
    now.map(({ id, status, trip_id }) => ({ service_request_id: id, status, trip_id, by, reasons: [reason] })),
  )
  const stand = now.flatMap(({ id, status }) => (status === 'assigned' || status === 'secured' ? [id] : []))
  // What was not sent yet is never sent; what was is put right.
  await withdrawMessages(change.tx, stand, change.now)
  noteTellings(
    change,
    stand.map((id) => ({ event: 'booking_changed' as const, service_request_id: id })),
  )
}
