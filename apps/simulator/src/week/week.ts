import { api, type BookingSeries } from '@ambit/contract'
import { addDays, momentAt } from '@ambit/domain'
import { randomStream } from '@ambit/random'
import { countsOf } from '../report/figures.ts'
import type { WeekReport } from '../report/week.ts'
import type { RequestRecord } from '../riders/ledger.ts'
import { HOUR } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { askForGroup, type GroupTally } from './groups.ts'
import type { Office } from './office.ts'
import { type OpenReturnTally, rideWithOpenReturn } from './open-returns.ts'
import { beginSeries, createSeriesWatch, lookAtSeries } from './recurring.ts'
import { readWaiting, waitForRoom } from './waiting.ts'

/** Of so many ordinary requests a day one is a series on the first day, a group, or has an open return. */
const PER_SERIES = 20
const PER_GROUP = 60
const PER_OPEN_RETURN = 25
/** Series are made so many days ahead by default, and looked at so far. */
const AHEAD_DAYS = 21

export type WeekOptions = { dates: readonly string[]; requests: number; timeZone: string }

/** Recurring journeys, groups, open returns and the waiting list beside ordinary rides, as a call centre has them. */
export const engageWeek = (office: Office, { dates, requests, timeZone }: WeekOptions, spawn: Actor['spawn']) => {
  const groups: GroupTally = { asked: 0, booked: 0, refused: 0, members: 0 }
  const returns: OpenReturnTally = { asked: 0, kept: 0, called: 0, in_time: 0, waiting: 0 }
  const watch = createSeriesWatch()
  const series: BookingSeries[] = []
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const at = (date: string, hours: number): number => momentAt(timeZone, date, Math.round(hours * 60)).getTime()
  const look = () => lookAtSeries(office, watch, series, { from: first, until: addDays(last, AHEAD_DAYS) })

  for (let number = 1; number <= requests / PER_SERIES; number++)
    spawn(`series ${number}`, async (actor) => {
      const random = randomStream(office.seed, 'series', number)
      await actor.until(at(first, random.between(8, 12)))
      const made = await beginSeries(actor, office, random, {
        rider: `series ${first} ${number}`,
        date: first,
        travelAt: at(addDays(first, 1), 9),
      })
      if (made !== null) series.push(made)
    })
  for (const date of dates) {
    for (let number = 1; number <= requests / PER_GROUP; number++)
      spawn(`group ${date} ${number}`, async (actor) => {
        const random = randomStream(office.seed, 'group', date, number)
        const travelAt = at(date, random.between(9.5, 17))
        await actor.until(travelAt - random.between(2, 4) * HOUR)
        await askForGroup(actor, office, groups, random, { rider: `${date} ${number}`, travelAt })
      })
    for (let number = 1; number <= requests / PER_OPEN_RETURN; number++)
      spawn(`open return ${date} ${number}`, async (actor) => {
        const random = randomStream(office.seed, 'open return', date, number)
        const travelAt = at(date, random.between(8, 13))
        await actor.until(travelAt - random.between(1, 3) * HOUR)
        await rideWithOpenReturn(actor, office, returns, random, { rider: `${date} ${number}`, travelAt })
      })
  }
  spawn('nights', async (actor) => {
    // After the nightly run of 00:30.
    for (const date of dates.slice(1)) {
      await actor.until(at(date, 1))
      await look()
    }
  })

  return {
    afterRequest: (actor: Actor, record: RequestRecord): Promise<void> =>
      waitForRoom(actor, office, randomStream(office.seed, 'waits', record.rider), record),
    report: async (): Promise<WeekReport> => {
      await look()
      const query = { filter: { from: first, to: last } }
      const { data } = await office.desk.call(api.bookingReports.summary, { query })
      return {
        series: {
          made: series.length,
          rides: watch.promises.size,
          nights: watch.looks,
          promises_moved: watch.moved,
          states: countsOf([...watch.states.values()]),
        },
        groups,
        open_returns: returns,
        waiting: await readWaiting(office),
        refused_by_report: data.totals.refused,
      }
    },
  }
}
export type Week = ReturnType<typeof engageWeek>
