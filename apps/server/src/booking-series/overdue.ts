import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { recordChanged } from '../live/record-changed.ts'
import { isToldWithAnother, tellFailed } from './fail.ts'
import { lockSeries } from './queries.ts'

/** SQL: when a row `o` of a series `b` is to depart or to have arrived. */
export const begins = sql`((o.date + coalesce(o.own -> 'leg' ->> 'time', b.legs -> (o.leg - 1) ->> 'time')::time)
  at time zone b.time_zone)`

/** Series with rides whose time has passed before they could be tried, as the server or its zone was not in service. */
export const seriesOverdue = async ({ db, clock }: Deps): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select distinct b.id
    from booking_series_occurrences o join booking_series b on b.id = o.booking_series_id
    where o.state = 'planned' and ${begins} <= ${clock.now()} order by b.id`.execute(db)
  return rows.map(({ id }) => id)
}

const TIME_PASSED = { code: 'time_passed', text: 'Its time had passed before it could be booked' }

/** They have failed, and staff are told of them once. */
export const failOverdue = ({ db, clock }: Deps, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const series = await lockSeries(tx, null, id)
    if (series === undefined) return
    const now = clock.now()
    const { rows } = await sql<{ date: string; told: boolean }>`update booking_series_occurrences o
      set state = 'failed', reasons = ${JSON.stringify([TIME_PASSED])}::jsonb, tried_at = ${now}
      from booking_series b where b.id = o.booking_series_id and b.id = ${id} and o.state = 'planned'
        and ${begins} <= ${now} returning to_char(o.date, 'YYYY-MM-DD') as date, ${isToldWithAnother} as told`.execute(
      tx,
    )
    if (rows.length === 0) return
    const dates = rows.flatMap(({ date, told }) => (told ? [] : [date]))
    if (series.ended_at === null) await tellFailed(tx, series, now, dates)
    await recordChanged(tx, 'booking_series', id)
  })
