import { type SeriesChange, SeriesLegInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { parse } from '../http/validate.ts'
import { requireCard } from '../service-requests/sell.ts'
import { canonical } from './canonical.ts'
import { type LegInput, requireAidsOf, requireMethod, storedLegs, zoneFor } from './input.ts'
import { notesFor } from './notes.ts'
import type { SeriesRow } from './queries.ts'

type Change = z.output<typeof SeriesChange>
type LegChange = NonNullable<Change['legs']>[number]

/** The ways of a series and how they are paid, as a change leaves them. 422 at the field. */
export const waysOf = async (deps: Deps, before: SeriesRow, { legs, payment_method }: Change, actor: Actor) => {
  const { traveler_id } = before
  if (payment_method !== undefined) {
    const zone = await zoneFor(deps, { zone_id: before.zone_id, legs: [] }, null)
    requireMethod(zone, payment_method)
    if (payment_method !== before.payment_method) await requireCard(deps, { traveler_id, payment_method })
  }
  const paid = { payment_method: payment_method ?? before.payment_method }
  if (legs === undefined) return paid
  const merged = legs.map((leg, index) => mergedWay(before, leg, index))
  await zoneFor(deps, { zone_id: before.zone_id, legs: merged }, null)
  await requireAidsOf(deps, legs, regionScope(actor))
  const ways = storedLegs(merged)
  const notes = ways.legs.map((leg, index) => notesFor(before, leg, index))
  return { ...paid, ...ways, notes, agreed: agreedStill(before, { ...before, ...ways }) }
}

/** One way with what is left out as it is stored. 422 at the field for what a further way lacks. */
const mergedWay = (before: SeriesRow, change: LegChange, index: number): LegInput => {
  const { mobility_support = null, aids = null, own_times } = before.needs[index] ?? {}
  const given = <T>(value: T | undefined, stored: T): T => (value === undefined ? stored : value)
  const merged = {
    ...before.legs[index],
    ...change,
    mobility_support: given(change.mobility_support, mobility_support) ?? undefined,
    aids: given(change.aids, aids) ?? undefined,
    own_times: given(change.own_times, own_times),
  }
  return parse(SeriesLegInput, merged, `/legs/${index}`)
}

/** What is agreed of the ways that stay the same. */
export const agreedStill = (before: SeriesRow, after: SeriesRow): SeriesRow['agreed'] =>
  after.legs.map((_, index) => (sameWay(before, after, index) ? (before.agreed[index] ?? null) : null))

/** Whether one way is the same in both: time, places and people. */
export const sameWay = (one: SeriesRow, other: SeriesRow, index: number): boolean =>
  canonical([one.legs[index], one.needs[index]]) === canonical([other.legs[index], other.needs[index]])
