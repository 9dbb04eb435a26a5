import type { SeriesChangePreview } from '@ambit/contract'
import { patternInWords, seriesDates } from '@ambit/domain'
import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { bookedRows, type Change, type Changed, paidOn } from './change.ts'
import { type OccurrenceRow, occurrencesOf, type SeriesRow } from './queries.ts'
import { sameWay } from './ways.ts'
import { rideNow, wishOf } from './wish.ts'

type Effect = SeriesChangePreview['bookings'][number]

/** What becomes of each booking that was made already, by ordinary searches of which nothing is stored. */
export const previewOf = async (
  deps: Deps,
  before: SeriesRow,
  change: Change,
  changed: Changed,
): Promise<SeriesChangePreview> => {
  const { dates, from } = changed
  const rows = bookedRows(await occurrencesOf(deps.db, before.id), before, change, { from, now: deps.clock.now() })
  const travels = new Set(seriesDates(dates).map(({ date }) => date))
  const bookings: Effect[] = []
  for (const row of rows) {
    bookings.push(await effectOn(deps, change, changed, row, travels))
    await setImmediate()
  }
  return { words: patternInWords(dates.pattern), bookings }
}

const effectOn = async (
  deps: Deps,
  { scope, payment_method }: Change,
  { before, base, series: after }: Changed,
  row: OccurrenceRow,
  travels: ReadonlySet<string>,
): Promise<Effect> => {
  const of = {
    service_request_id: row.service_request_id ?? 0,
    date: row.date,
    leg: row.leg,
    from: {
      pickup: bounds(row.pickup_lower_bound, row.pickup_upper_bound),
      dropoff: bounds(row.dropoff_lower_bound, row.dropoff_upper_bound),
    },
    to: null,
    reasons: [],
  }
  if (!travels.has(row.date) || row.leg > after.legs.length) return { ...of, outcome: 'dropped' }
  const alone = scope === 'only_this'
  const paid = paidOn(before, row)
  const same = sameWay(base, after, row.leg - 1)
  if (same && (!alone || (payment_method ?? paid) === paid)) return { ...of, outcome: 'kept' }
  const [leg, needs] = [after.legs[row.leg - 1], after.needs[row.leg - 1]]
  const own = !alone || leg === undefined || needs === undefined ? null : { leg, needs, payment_method: paid }
  const wish = wishOf(alone ? before : after, { ...row, own })
  if (wish === undefined) return { ...of, outcome: 'dropped' }
  const { windows, reasons } = await rideNow(deps, { ...wish, changes: row.service_request_id })
  if (windows === null) return { ...of, outcome: 'not_possible', reasons }
  const at = (window: { opens: number; closes: number }) => bounds(new Date(window.opens), new Date(window.closes))
  return { ...of, outcome: 'moved', to: { pickup: at(windows.pickup), dropoff: at(windows.dropoff) } }
}

const bounds = (lower: Date | null, upper: Date | null) => ({
  lower_bound: (lower ?? new Date(0)).toISOString(),
  upper_bound: (upper ?? new Date(0)).toISOString(),
})
