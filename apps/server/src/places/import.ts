import { setImmediate } from 'node:timers/promises'
import { MOST_PLACES, type PlaceImport, type ImportOutcome } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { recordChanged } from '../live/record-changed.ts'
import { readRow } from './csv.ts'
import { countPlaces, insertPlace, takenPlaces } from './queries.ts'

type Answer = { data: ImportOutcome[]; meta: { total: number; total_count: number } }

/**
 * Adds the rows that are right, and says of each other why it is not. One call is one transaction, and a file travels in
 * several calls; sending the same call again is safe by its Idempotency-Key.
 */
export const importPlaces = async (
  { db, clock, streets }: Deps,
  { region_id, rows }: z.output<typeof PlaceImport>,
  keep: Keep,
): Promise<Answer> => {
  const addresses = streets.current()?.addresses
  const pointOf = (address: string): [number, number] | null => {
    const [found] = address === '' || addresses === undefined ? [] : addresses.suggest(address, { limit: 1 })
    return found === undefined ? null : [found.position[0], found.position[1]]
  }
  const read: ReturnType<typeof readRow>[] = []
  for (const sent of rows) {
    // Looking an address up takes some milliseconds: others are served in between.
    await setImmediate()
    read.push(readRow(region_id, sent, pointOf))
  }
  return db.transaction().execute(async (tx) => {
    // Two imports at once count one after the other.
    await tx.selectFrom('regions').where('id', '=', region_id).select('id').forUpdate().execute()
    const taken = await takenPlaces(
      tx,
      region_id,
      read.flatMap(({ place }) => (place === null ? [] : [place.name])),
    )
    let room = MOST_PLACES - (await countPlaces(tx, region_id))
    const now = clock.now()
    const data: ImportOutcome[] = []
    for (const [row, { place, problems }] of read.entries()) {
      const name = (place?.name ?? rows[row]?.['Name'] ?? '').slice(0, 100)
      if (place === null) data.push({ row, name, id: null, problems })
      else if (taken.has(name.toLowerCase()))
        data.push({ row, name, id: null, problems: ['Name: the place book has a place of that name already'] })
      else if (room <= 0)
        data.push({ row, name, id: null, problems: [`A place book has at most ${MOST_PLACES} places`] })
      else {
        const id = await insertPlace(tx, place, now)
        taken.add(name.toLowerCase())
        room -= 1
        data.push({ row, name, id, problems: [] })
      }
    }
    const last = data.findLast(({ id }) => id !== null)?.id
    if (last != null) await recordChanged(tx, 'places', last)
    return keep(tx, { data, meta: { total: data.length, total_count: data.length } })
  })
}
