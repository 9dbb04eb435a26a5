import { api } from '@ambit/contract'
import type { Actor, Keep, Module, Part } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { cancelRides } from './cancel.ts'
import { changedSeries, storeChange } from './change.ts'
import { createSeries } from './create.ts'
import { datesWith, pausesWith, pausesWithout, settleChanged, todayOf } from './dates.ts'
import { exportSeries } from './export.ts'
import { passAll } from './fail.ts'
import { previewSeries } from './input.ts'
import { listOccurrences } from './occurrences.ts'
import { previewOf } from './preview-change.ts'
import { findSeries, listSeries, lockSeries, readSeries, type SeriesRow } from './queries.ts'

/** Journeys that are made again and again. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  /** 404 where there is none within the regions. */
  const seriesFor = async (id: number, actor: Actor): Promise<SeriesRow> => {
    const series = await readSeries(db, regionScope(actor), id)
    if (series === undefined) throw notFound()
    return series
  }

  const openSeries = async (id: number, actor: Actor): Promise<SeriesRow> => {
    const series = await seriesFor(id, actor)
    if (series.ended_at !== null) throw conflict('This recurring journey has ended')
    return series
  }

  type Set = Partial<Record<'added' | 'left_out' | 'pauses', string>> & { ended_at?: Date }

  /** Changes a series that is locked and has not ended, with what follows for its rides. */
  const change = (id: number, { actor, keep }: { actor: Actor; keep: Keep }, set: (series: SeriesRow) => Set) =>
    db.transaction().execute(async (tx) => {
      const series = await lockSeries(tx, regionScope(actor), id)
      if (series === undefined) throw notFound()
      if (series.ended_at !== null) throw conflict('This recurring journey has ended')
      const now = clock.now()
      await tx
        .updateTable('booking_series')
        .set({ ...set(series), updated_at: now })
        .where('id', '=', id)
        .execute()
      await settleChanged(tx, id, now)
      return keep(tx, { data: (await findSeries(tx, null, id, now))! }) // locked above
    })

  const cancelling = (actor: Actor, part: Part) => ({ deps, actor, part })

  bind(api.bookingSeries.list, ({ query, actor, hidden }) =>
    listSeries(db, regionScope(actor), query, { hidden, now: clock.now() }),
  )

  bind.raw(api.bookingSeries.export, async ({ query, actor, hidden }, _request, reply) =>
    exportSeries(deps, query, { scope: regionScope(actor), hidden }, reply),
  )

  bind(api.bookingSeries.show, async ({ params, actor }) => {
    const data = await findSeries(db, regionScope(actor), params.id, clock.now())
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.bookingSeries.preview, async ({ body, actor }) => ({
    data: await previewSeries(deps, body, regionScope(actor)),
  }))

  bind(api.bookingSeries.create, ({ body, actor, keep }) => createSeries(deps, body, actor, keep))

  bind(api.bookingSeries.occurrences, async ({ params, query, actor }) =>
    listOccurrences(db, await seriesFor(params.id, actor), query, clock.now()),
  )

  bind(api.bookingSeries.setDate, async ({ params: { id }, body, actor, keep, part }) => {
    const series = await openSeries(id, actor)
    datesWith(series, body, todayOf(series, clock.now()))
    await cancelRides(cancelling(actor, part), series, body.cancel, 'Left out of the recurring journey')
    return change(id, { actor, keep }, (now) => {
      const { added, left_out } = datesWith(now, body, todayOf(now, clock.now()))
      return { added: JSON.stringify(added), left_out: JSON.stringify(left_out) }
    })
  })

  bind(api.bookingSeries.pause, async ({ params: { id }, body, actor, keep, part }) => {
    const series = await openSeries(id, actor)
    pausesWith(series, body, todayOf(series, clock.now()))
    await cancelRides(cancelling(actor, part), series, body.cancel, 'The recurring journey is paused')
    return change(id, { actor, keep }, (now) => ({
      pauses: JSON.stringify(pausesWith(now, body, todayOf(now, clock.now()))),
    }))
  })

  bind(api.bookingSeries.endPause, async ({ params: { id, pause_id }, actor, keep }) =>
    change(id, { actor, keep }, (series) => ({
      pauses: JSON.stringify(pausesWithout(series, pause_id, todayOf(series, clock.now()))),
    })),
  )

  bind(api.bookingSeries.end, async ({ params: { id }, body, actor, keep, part }) => {
    await cancelRides(
      cancelling(actor, part),
      await openSeries(id, actor),
      body.cancel,
      'The recurring journey has ended',
    )
    return change(
      id,
      {
        actor,
        keep: async (tx, answer) => {
          await passAll(tx, id, clock.now(), userIdOf(actor))
          return keep(tx, answer)
        },
      },
      () => ({ ended_at: clock.now() }),
    )
  })

  bind(api.bookingSeries.previewChange, async ({ params: { id }, body, actor, hidden }) => {
    refuseMasked(body, hidden)
    const series = await seriesFor(id, actor)
    return { data: await previewOf(deps, series, body, await changedSeries(deps, series, body, actor)) }
  })

  bind(api.bookingSeries.change, async ({ params: { id }, body, actor, hidden, keep, part }) => {
    refuseMasked(body, hidden)
    await changedSeries(deps, await seriesFor(id, actor), body, actor)
    await cancelRides(
      cancelling(actor, part),
      await seriesFor(id, actor),
      body.cancel,
      'Changed with the recurring journey',
    )
    const changed = await changedSeries(deps, await seriesFor(id, actor), body, actor)
    return db.transaction().execute(async (tx) => {
      const now = clock.now()
      const target = await storeChange(tx, id, { change: body, changed, actor, now })
      return keep(tx, { data: (await findSeries(tx, null, target, now))! }) // stored above
    })
  })
}

/** Who does not see the places cannot send them back either. */
const refuseMasked = ({ legs }: { legs?: unknown }, hidden: Hidden): void => {
  if (legs === undefined || !(hidden.has('place') || hidden.has('care'))) return
  throw invalid([{ pointer: '/legs', detail: 'This is masked for you, and stays as it is. Leave it out' }])
}
