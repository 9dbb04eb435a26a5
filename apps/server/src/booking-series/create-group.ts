import { type SeriesGroupInput, SeriesLegInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { userIdOf } from '../http/scope.ts'
import { parse } from '../http/validate.ts'
import { pointedTo } from '../journeys/leg-errors.ts'
import { columnsOf, insertSeries } from './create.ts'
import type { Input as SeriesInput } from './input.ts'
import { findSeries, type SeriesRecord } from './queries.ts'
import { admitNew } from './share.ts'

type Input = z.output<typeof SeriesGroupInput>
type Columns = Awaited<ReturnType<typeof columnsOf>>

/** Makes a series of each member, all or none of them; the rides are booked after it as those of any series. 422 at the field. */
export const createSeriesGroup = async (deps: Deps, input: Input, actor: Actor, keep: Keep) => {
  const columns: Columns[] = []
  for (const index of input.members.keys()) {
    // All are of one zone: the first member's, where none is named.
    const zone_id = input.zone_id ?? columns[0]?.zone_id ?? null
    columns.push(await pointedTo(fieldOf(index), () => columnsOf(deps, seriesOf(input, index, zone_id), actor)))
  }
  return deps.db.transaction().execute(async (tx) => {
    const { name, seating, all_or_none } = input
    const now = deps.clock.now()
    const { id: series_group_id } = await tx
      .insertInto('series_groups')
      .values({
        zone_id: columns[0]!.zone_id, // two members at least
        name,
        seating,
        all_or_none,
        created_by: userIdOf(actor),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids: number[] = []
    for (const one of columns) ids.push(await insertSeries(tx, { ...one, series_group_id }))
    const data: SeriesRecord[] = []
    for (const id of ids) {
      await admitNew(tx, deps.clock, id)
      data.push((await findSeries(tx, null, id, now))!) // inserted above
    }
    return keep(tx, { data, meta: { total: data.length, total_count: data.length } })
  })
}

const seriesOf = ({ members, ways, ...of }: Input, index: number, zone_id: number | null): SeriesInput => {
  const { traveler_id, payment_method, origin, destination, ...needs } = members[index]! // one of them
  const ends = [
    { origin, destination },
    { origin: destination, destination: origin },
  ]
  const legs = ways.map((way, leg) => parse(SeriesLegInput, { ...needs, ...way, ...ends[leg] }, `/legs/${leg}`))
  return { ...of, zone_id, traveler_id, payment_method, legs }
}

/** Where a caller has what is wrong with the series of one member. */
const fieldOf =
  (member: number) =>
  (pointer: string): string => {
    const [, leg, field = ''] = /^\/legs\/(\d)\/(.+)$/.exec(pointer) ?? []
    if (leg === undefined)
      return ['/traveler_id', '/payment_method'].includes(pointer) ? `/members/${member}${pointer}` : pointer
    return `/members/${member}/${leg === '1' ? (OTHER_END[field] ?? field) : field}`
  }

/** The way back begins where the way there ends. */
const OTHER_END: Readonly<Record<string, string>> = { origin: 'destination', destination: 'origin' }
