import { SERIES_FAIL_DAYS } from '@ambit/contract'
import { dateIn, daysBetween } from '@ambit/domain'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { recordChanged } from '../live/record-changed.ts'
import { bookDate } from './book.ts'
import { bookGroupDate, groupOf } from './book-group.ts'
import { passAll, passFailed, regradeFailed, settledSeries } from './fail.ts'
import { moveDate } from './move.ts'
import { lockSeries, type OccurrenceRow, occurrencesOf, readSeries, type SeriesRow } from './queries.ts'
import { begins, failOverdue, seriesOverdue } from './overdue.ts'
import { review } from './review.ts'
import { beginsOn, hasSchedule } from './schedules.ts'
import { tellLeftOut } from './tell-left-out.ts'
import { fitsShare } from './share.ts'
import { hasBegun, lastNight, settleRows } from './rows.ts'

/** Dates that one run deals with: the next run, in a few seconds, goes on. */
const MOST_DATES = 200

/**
 * Makes the rides of all series: each night at 00:30 of their zone those of one more day, at once those of a series that
 * is new or was changed, and those whose date had no schedule once it has one. Running it again makes none twice.
 */
export const makeSeries: Job = {
  name: 'series.make',
  every: 5000,
  deadline: 10 * 60_000,
  run: async (deps, signal) => {
    if (deps.streets.current() === null) return
    const failures: unknown[] = []
    // One that cannot be dealt with keeps no other waiting.
    const each = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
      for (const one of all) if (!signal.aborted) await work(one).catch((error: unknown) => failures.push(error))
    }
    await each(await nightsDue(deps), (id) => lookAt(deps, id))
    await each(await datesDue(deps), (due) => makeDate(deps, due))
    await each(await seriesOverdue(deps), (id) => failOverdue(deps, id))
    await each(await settledSeries(deps.db), (id) => passSettled(deps, id))
    await each([deps], regradeFailed)
    if (failures.length > 0) throw new AggregateError(failures, 'Rides of series could not be made')
  },
}

/** SQL: the civil date of the last night at which a zone's series were due, and when that was. */
const night = (now: Date) => sql`((${now}::timestamptz at time zone b.time_zone) - interval '30 minutes')::date`
const nightBegan = (now: Date) => sql`(${night(now)} + interval '30 minutes') at time zone b.time_zone`

/** Those that this night, or a change, has not been at yet, in the order in which they were made. */
const nightsDue = async ({ db, clock }: Deps): Promise<number[]> => {
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`select b.id from booking_series b join zones z on z.id = b.zone_id
    where b.ended_at is null and z.status = 'active' and (b.tried_on is distinct from ${night(now)}
      or b.waits_since is null and b.made_until is distinct from ${night(now)} + z.series_days_ahead) order by b.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Makes its rows; ends it once its last date has passed. */
const lookAt = (deps: Deps, id: number): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const series = await lockSeries(tx, null, id)
    if (series === undefined || series.ended_at !== null) return
    const now = deps.clock.now()
    const today = dateIn(series.time_zone, now)
    // One that waits for its share is weighed again each night, in the order in which they were made.
    const waits = series.waits_since !== null && !(await fitsShare(tx, deps.clock, series))
    if (!waits) {
      await settleRows(tx, series, now)
      await tellLeftOut(deps, tx, series, now)
      await review(tx, series, today, now)
    }
    const last = [series.last_on, ...series.added].toSorted().at(-1) ?? series.last_on
    const ended_at = last < today ? now : null
    await tx
      .updateTable('booking_series')
      .set({
        tried_on: lastNight(series.time_zone, now),
        ...(waits ? {} : { waits_since: null }),
        ...(ended_at === null ? {} : { ended_at, updated_at: now }),
      })
      .where('id', '=', id)
      .execute()
    if (ended_at !== null) await passAll(tx, id, now, null)
    await passFailed(tx, series, now)
    await recordChanged(tx, 'booking_series', id)
  })

/** As the waiting list has served its rides. */
const passSettled = ({ db, clock }: Deps, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const series = await lockSeries(tx, null, id)
    if (series !== undefined) await passFailed(tx, series, clock.now())
  })

const ON_ITS_DATE = { date: sql`o.date`, time_zone: sql`b.time_zone`, zone: sql`b.zone_id` }

type Due = { id: number; date: string }

/**
 * Dates with rides to make or to move: those that this night has not been at yet, or whose zone has got a schedule since.
 * By date, groups and several people before single ones, and the series that was made first.
 */
const datesDue = async ({ db, clock }: Deps): Promise<Due[]> => {
  const now = clock.now()
  const { rows } = await sql<Due>`
    select b.id, to_char(o.date, 'YYYY-MM-DD') as date
    from booking_series_occurrences o join booking_series b on b.id = o.booking_series_id
    join zones z on z.id = b.zone_id
    where z.status = 'active' and o.date >= (${now}::timestamptz at time zone b.time_zone)::date
      and (o.to_move or o.state = 'planned' and ${begins} > ${now} and o.date <= b.made_until and (o.tried_at is null or o.tried_at < ${nightBegan(now)}
        or exists (select from service_plans p where p.updated_at > o.tried_at and ${beginsOn(ON_ITS_DATE)})))
    group by b.id, o.date
    order by o.date, b.series_group_id is not null or jsonb_array_length(b.legs -> 0 -> 'passengers') > 1 desc, b.id limit ${MOST_DATES}`.execute(
    db,
  )
  return rows
}

const makeDate = async (deps: Deps, { id, date }: Due): Promise<void> => {
  const series = await readSeries(deps.db, null, id)
  if (series === undefined) return
  const now = deps.clock.now()
  const rows = (await occurrencesOf(deps.db, id, date)).filter((row) => row.date === date)
  const moving = rows.filter((row) => row.to_move)
  if (moving.length > 0) await moveDate(deps, series, moving)
  const planned = rows.filter((row) => row.state === 'planned' && !hasBegun(series, row, now))
  if (planned.length === 0) return
  if (await mayWait(deps, series, date, now)) return waitForSchedule(deps, planned, now)
  const group = groupOf(series)
  return group === null ? bookDate(deps, series, planned) : bookGroupDate(deps, group, date)
}

/** A date without a schedule waits for one until three days before. */
const mayWait = async ({ db }: Deps, series: SeriesRow, date: string, now: Date): Promise<boolean> =>
  daysBetween(dateIn(series.time_zone, now), date) > SERIES_FAIL_DAYS && !(await hasSchedule(db, series, date))

const NO_SCHEDULE = { code: 'no_schedule_yet', text: 'No schedule is planned for this day yet' }

const waitForSchedule = async ({ db }: Deps, rows: readonly OccurrenceRow[], tried_at: Date): Promise<void> => {
  await db
    .updateTable('booking_series_occurrences')
    .set({ tried_at, reasons: JSON.stringify([NO_SCHEDULE]) })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('state', '=', 'planned')
    .execute()
}
