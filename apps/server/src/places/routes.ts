import { api, MOST_PLACES, placeColumns } from '@ambit/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { csvStream } from '../http/csv-stream.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope, requireRegion } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { cellsOf } from './csv.ts'
import { importPlaces } from './import.ts'
import {
  countPlaces,
  findPlace,
  insertPlace,
  isStopOf,
  listPlaces,
  lockPlace,
  placesAfter,
  takenPlaces,
  updatePlace,
} from './queries.ts'
import { suggestPlaces } from './suggestions.ts'

const SLICE = 500

/** The place books of regions: what callers name rather than an address. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.places.list, ({ query, actor }) => listPlaces(db, regionScope(actor), query))

  bind(api.places.suggestions, async ({ query: { region_id }, actor }) => {
    await requireRegion(db, regionScope(actor), region_id)
    return suggestPlaces(db, region_id, clock.now())
  })

  bind.raw(api.places.export, async ({ query, actor }, _request, reply) => {
    async function* slices() {
      for (let after = 0; ;) {
        const rows = await placesAfter(db, regionScope(actor), query, after, SLICE)
        if (rows.length > 0) yield rows
        if (rows.length < SLICE) return
        after = rows.at(-1)?.id ?? after
      }
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="places.csv"')
      .send(
        csvStream(
          placeColumns.map((column) => [column, cellsOf[column]] as const),
          slices(),
        ),
      )
  })

  bind(api.places.import, async ({ body, actor, keep }) => {
    await requireRegion(db, regionScope(actor), body.region_id)
    return importPlaces(deps, body, keep)
  })

  bind(api.places.show, async ({ params: { id }, actor }) => {
    const data = await findPlace(db, regionScope(actor), id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.places.create, ({ body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      await requireRegion(tx, regionScope(actor), body.region_id)
      await requireFit(tx, body.region_id, body, null)
      if ((await countPlaces(tx, body.region_id)) >= MOST_PLACES)
        throw invalid([{ pointer: '/region_id', detail: `A place book has at most ${MOST_PLACES} places` }])
      const id = await insertPlace(tx, body, clock.now())
      await recordChanged(tx, 'places', id)
      return keep(tx, { data: (await findPlace(tx, null, id))! }) // inserted above
    }),
  )

  bind(api.places.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const current = fresh(await lockPlace(tx, regionScope(actor), id), version)
      await requireFit(tx, current.region_id, body, id)
      await updatePlace(tx, id, body, clock.now())
      await recordChanged(tx, 'places', id)
      return { data: (await findPlace(tx, null, id))! } // locked above
    }),
  )

  bind(api.places.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockPlace(tx, regionScope(actor), id), version)
      await recordChanged(tx, 'places', id)
      await tx.deleteFrom('places').where('id', '=', id).execute()
      return undefined
    }),
  )
}

type Fields = { name?: string | undefined; location_id?: number | null | undefined }

/** Throws 422 for a name that the region's place book has, and a stop of another region. */
const requireFit = async (
  db: Kysely<DB>,
  region: number,
  { name, location_id }: Fields,
  except: number | null,
): Promise<void> => {
  const errors = []
  if (name !== undefined && (await takenPlaces(db, region, [name], except)).size > 0)
    errors.push({ pointer: '/name', detail: 'The place book has a place of that name already' })
  if (location_id != null && !(await isStopOf(db, region, location_id)))
    errors.push({ pointer: '/location_id', detail: 'There is no such stop in this region' })
  if (errors.length > 0) throw invalid(errors)
}
