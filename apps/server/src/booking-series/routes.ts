import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { requireAccess } from '../http/authenticate.ts'
import type { Actor, Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { createSeries } from './create.ts'
import { createSeriesGroup } from './create-group.ts'
import { exportSeries } from './export.ts'
import { importSeries } from './import.ts'
import { previewSeries } from './input.ts'
import { listOccurrences } from './occurrences.ts'
import { findSeries, listSeries, readSeries, type SeriesRow } from './queries.ts'

/** 404 where there is none within the regions. */
export const seriesFor = async ({ db }: Deps, id: number, actor: Actor): Promise<SeriesRow> => {
  const series = await readSeries(db, regionScope(actor), id)
  if (series === undefined) throw notFound()
  return series
}

/** Journeys that are made again and again. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

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

  bind(api.bookingSeries.import, ({ body, actor, hidden, keep }) => importSeries(deps, body, { actor, hidden }, keep))

  bind(api.bookingSeries.create, ({ body, actor, keep }) => createSeries(deps, body, actor, keep))

  bind(api.bookingSeries.createGroup, async ({ body, actor, keep }) => {
    await requireAccess(deps, api.bookingGroups.create.access, actor)
    return createSeriesGroup(deps, body, actor, keep)
  })

  bind(api.bookingSeries.occurrences, async ({ params, query, actor }) =>
    listOccurrences(db, await seriesFor(deps, params.id, actor), query, clock.now()),
  )
}
