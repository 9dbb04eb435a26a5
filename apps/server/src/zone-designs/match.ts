import type { z } from 'zod'
import type { ZoneDesignChange } from '@ambit/contract'
import type { FieldError } from '../http/errors.ts'
import type { Parts } from './queries.ts'

export type Change = z.output<typeof ZoneDesignChange>
export type Kind = keyof Change

/** What a save does to the parts of one kind, each with its place in the request. */
export type Matched<Row, Added, Updated> = {
  added: { pointer: string; fields: Added }[]
  updated: { pointer: string; current: Row; fields: Updated }[]
  removed: { pointer: string; current: Row }[]
  /** not named at all */
  kept: Row[]
}
type MatchedKind<K extends Kind> = Matched<Parts[K][number], Change[K]['added'][number], Change[K]['updated'][number]>
export type MatchedParts = { [K in Kind]: MatchedKind<K> }

type Versioned = { id: number; version: number }
type Faults = {
  /** named with another version than the one that is stored, or added by an earlier save */
  stale: FieldError[]
  /** named twice */
  twice: FieldError[]
}

const nouns: Readonly<Record<Kind, string>> = {
  service_areas: 'area',
  zone_stops: 'stop',
  service_routes: 'route',
  service_strategies: 'strategy',
}

/** Draft ids of parts that earlier saves added → their records. */
export type SavedAs = Record<Kind, Readonly<Record<string, number>>>

export const matchParts = (
  change: Change,
  parts: Parts,
  savedAs: SavedAs,
): { matched: MatchedParts; faults: Faults } => {
  const faults: Faults = { stale: [], twice: [] }
  const matched = {
    service_areas: match('service_areas', change.service_areas, parts.service_areas, savedAs, faults),
    zone_stops: match('zone_stops', change.zone_stops, parts.zone_stops, savedAs, faults),
    service_routes: match('service_routes', change.service_routes, parts.service_routes, savedAs, faults),
    service_strategies: match(
      'service_strategies',
      change.service_strategies,
      parts.service_strategies,
      savedAs,
      faults,
    ),
  }
  return { matched, faults }
}

const match = <Row extends Versioned, Added extends { id: string }, Updated extends Versioned>(
  kind: Kind,
  change: { added: readonly Added[]; updated: readonly Updated[]; removed: readonly Versioned[] },
  rows: readonly Row[],
  savedAs: SavedAs,
  { stale, twice }: Faults,
): Matched<Row, Added, Updated> => {
  const noun = nouns[kind]
  const stored = new Map(rows.map((row) => [row.id, row]))
  const named = new Set<number | string>()
  const once = (id: number | string, pointer: string): boolean => {
    if (named.has(id)) twice.push({ pointer, detail: `The same ${noun} appears twice` })
    return named.has(id) ? false : named.add(id) !== undefined
  }
  const matched: Matched<Row, Added, Updated> = { added: [], updated: [], removed: [], kept: [] }
  change.added.forEach((fields, index) => {
    const pointer = `/${kind}/added/${index}`
    if (!once(fields.id, `${pointer}/id`)) return
    // Where the record was removed again, the draft is a new part.
    if (stored.has(savedAs[kind][fields.id] ?? 0)) stale.push({ pointer, detail: `This ${noun} was already saved` })
    else matched.added.push({ pointer, fields })
  })
  change.updated.forEach((fields, index) => {
    const pointer = `/${kind}/updated/${index}`
    const current = stored.get(fields.id)
    if (!once(fields.id, pointer)) return
    if (current?.version === fields.version) matched.updated.push({ pointer, current, fields })
    else stale.push({ pointer, detail: staleWords(noun, current === undefined) })
  })
  change.removed.forEach(({ id, version }, index) => {
    const pointer = `/${kind}/removed/${index}`
    const current = stored.get(id)
    if (!once(id, pointer) || current === undefined) return
    if (current.version === version) matched.removed.push({ pointer, current })
    else stale.push({ pointer, detail: staleWords(noun, false) })
  })
  matched.kept = rows.filter(({ id }) => !named.has(id))
  return matched
}

const staleWords = (noun: string, gone: boolean): string =>
  `Someone else ${gone ? 'removed' : 'changed'} this ${noun} after you opened it`
