import { api, type Guard, type SeriesChange } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor, Keep, Module } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { MASKED_CHANGE } from '../http/masks.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { cancelRides, chosenRides } from './cancel.ts'
import { changedSeries, storeChange } from './change.ts'
import { datesWith, pausesWith, pausesWithout, settleChanged, todayOf } from './dates.ts'
import { passAll } from './fail.ts'
import { previewOf } from './preview-change.ts'
import { findSeries, lockSeries, type SeriesRow } from './queries.ts'
import { seriesFor } from './routes.ts'

type Caller = { actor: Actor; keep: Keep; cancelled?: readonly number[] }
type Set = Partial<Record<'added' | 'left_out' | 'pauses', string>> & { ended_at?: Date }

/** Changes a series that has not ended, with what follows for its rides. */
const change = ({ db, clock }: Deps, id: number, { actor, keep, cancelled }: Caller, set: (series: SeriesRow) => Set) =>
  db.transaction().execute(async (tx) => {
    const series = await lockSeries(tx, regionScope(actor), id)
    if (series === undefined) throw notFound()
    if (series.ended_at !== null) throw conflict('This recurring journey has ended')
    const now = clock.now()
    const what = set(series)
    await tx
      .updateTable('booking_series')
      .set({ ...what, updated_at: now })
      .where('id', '=', id)
      .execute()
    if (what.ended_at !== undefined) await passAll(tx, id, now, userIdOf(actor))
    await settleChanged(tx, id, now, cancelled)
    return keep(tx, { data: (await findSeries(tx, null, id, now))! }) // locked above
  })

/** The part of the call that ends a series; those that cancel its bookings have their ids. */
const END = 0

const openSeries = async (deps: Deps, id: number, actor: Actor): Promise<SeriesRow> => {
  const series = await seriesFor(deps, id, actor)
  if (series.ended_at !== null) throw conflict('This recurring journey has ended')
  return series
}

/** Single dates, pauses and the end of a series. */
export const dateRoutes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.bookingSeries.setDate, async ({ params: { id }, body, actor, keep, part }) => {
    const series = await openSeries(deps, id, actor)
    datesWith(series, body, todayOf(series, clock.now()))
    await cancelRides({ deps, actor, part }, series, body.cancel, 'Left out of the recurring journey')
    return change(deps, id, { actor, keep, cancelled: body.cancel }, (now) => {
      const { added, left_out } = datesWith(now, body, todayOf(now, clock.now()))
      return { added: JSON.stringify(added), left_out: JSON.stringify(left_out) }
    })
  })

  bind(api.bookingSeries.pause, async ({ params: { id }, body, actor, keep, part }) => {
    const series = await openSeries(deps, id, actor)
    pausesWith(series, body, todayOf(series, clock.now()))
    await cancelRides({ deps, actor, part }, series, body.cancel, 'The recurring journey is paused')
    return change(deps, id, { actor, keep, cancelled: body.cancel }, (now) => ({
      pauses: JSON.stringify(pausesWith(now, body, todayOf(now, clock.now()))),
    }))
  })

  bind(api.bookingSeries.endPause, ({ params: { id, pause_id }, actor }) =>
    change(deps, id, { actor, keep: keepNothing }, (series) => ({
      pauses: JSON.stringify(pausesWithout(series, pause_id, todayOf(series, clock.now()))),
    })),
  )

  bind(api.bookingSeries.end, async ({ params: { id }, body, actor, keep, part }) => {
    const series = await seriesFor(deps, id, actor)
    await chosenRides({ deps, actor }, series, body.cancel)
    // It ends first: what the job books until then is cancelled too, and it books nothing after it.
    await part(END, (kept) => change(deps, id, { actor, keep: kept }, () => ({ ended_at: clock.now() })))
    await cancelRides({ deps, actor, part }, series, body.cancel, 'The recurring journey has ended')
    const now = clock.now()
    return db.transaction().execute(async (tx) => keep(tx, { data: (await findSeries(tx, null, id, now))! })) // ended above
  })
}

/** A change of one date, all following or all future ones. */
export const changeRoutes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.bookingSeries.previewChange, async ({ params: { id }, body, actor, hidden }) => {
    refuseMasked(body, hidden)
    const series = await seriesFor(deps, id, actor)
    return { data: await previewOf(deps, series, body, await changedSeries(deps, series, body, actor)) }
  })

  bind(api.bookingSeries.change, async ({ params: { id }, body, actor, hidden, keep, part }) => {
    refuseMasked(body, hidden)
    await changedSeries(deps, await seriesFor(deps, id, actor), body, actor)
    await cancelRides(
      { deps, actor, part },
      await seriesFor(deps, id, actor),
      body.cancel,
      'Changed with the recurring journey',
    )
    const changed = await changedSeries(deps, await seriesFor(deps, id, actor), body, actor)
    return db.transaction().execute(async (tx) => {
      const now = clock.now()
      const target = await storeChange(tx, id, { change: body, changed, actor, now })
      return keep(tx, { data: (await findSeries(tx, null, target, now))! }) // stored above
    })
  })
}

type LegChange = NonNullable<z.output<typeof SeriesChange>['legs']>[number]
const maskedOfLeg = {
  place: ['origin', 'destination'],
  care: ['mobility_support', 'aids', 'own_times'],
} as const satisfies Partial<Record<Guard, readonly (keyof LegChange)[]>>

/** Of each way, a mask that is sent back would take the place of the value. 422 at the field. */
const refuseMasked = ({ legs = [] }: { legs?: LegChange[] | undefined }, hidden: Hidden): void => {
  const fields = (['place', 'care'] as const).flatMap((guard) => (hidden.has(guard) ? maskedOfLeg[guard] : []))
  const sent = legs.flatMap((leg, index) =>
    fields.filter((field) => leg[field] !== undefined).map((field) => `/legs/${index}/${field}`),
  )
  if (sent.length > 0) throw invalid(sent.map((pointer) => ({ pointer, detail: MASKED_CHANGE })))
}
