import { setImmediate } from 'node:timers/promises'
import type { LngLat } from '@ambit/geo'
import { byRank, createNameSearch, type NameSearch } from '@ambit/streets'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { placesAfter, type PlaceRecord } from '../places/queries.ts'

/** Preparing so many names takes some 20 ms, searching them some 5; others are served in between. */
const SLICE = 1000

type Slice = { places: readonly PlaceRecord[]; search: NameSearch }
type Book = { stamp: string; slices: Promise<readonly Slice[]> }
export type FindPlaces = (
  scope: Scope,
  text: string,
  options: { at?: LngLat | undefined; limit: number },
) => Promise<PlaceRecord[]>

/** The place books of regions, prepared for searches; a book that has changed is prepared again when it is asked. */
export const createFindPlaces = (db: Kysely<DB>): FindPlaces => {
  const books = new Map<number, Book>()

  const prepare = async (region: number): Promise<readonly Slice[]> => {
    const slices: Slice[] = []
    for (let after = 0; ;) {
      const places = await placesAfter(db, null, { filter: { region: [region] }, search: '' }, after, SLICE)
      const named = places.map(({ name, other_names, target }) => ({ names: [name, ...other_names], position: target }))
      if (places.length > 0) slices.push({ places, search: createNameSearch(named) })
      if (places.length < SLICE) return slices
      after = places.at(-1)?.id ?? after
    }
  }

  const bookOf = (region: number, stamp: string): Promise<readonly Slice[]> => {
    const known = books.get(region)
    if (known?.stamp === stamp) return known.slices
    const slices = prepare(region)
    books.set(region, { stamp, slices })
    slices.catch(() => books.delete(region))
    return slices
  }

  return async (scope, text, { at, limit }) => {
    const regions = await db
      .selectFrom('places')
      .where(withinScope(scope, 'region_id'))
      .groupBy('region_id')
      .select(['region_id', sql<string>`concat_ws(' ', count(*), sum(version), max(id), max(updated_at))`.as('stamp')])
      .execute()
    const found = []
    for (const { region_id, stamp } of regions)
      for (const { places, search } of await bookOf(region_id, stamp)) {
        await setImmediate()
        for (const { row, rank } of search(text, at).slice(0, limit)) {
          const place = places[row]
          if (place !== undefined) found.push({ place, rank })
        }
      }
    return found
      .toSorted((a, b) => byRank(a.rank, b.rank))
      .slice(0, limit)
      .map(({ place }) => place)
  }
}
