import type { Endpoint } from '@ambit/contract'
import { FORMS, MOMENTS, queryText, referred, type Schema, schemaOf } from './malformed.ts'

/** How many items lists without a cap of their own have, and how long texts are, beyond what they are capped to. */
type Size = { items: number; letters: number }

/** Outlines of areas are drawn around it. */
type Centre = readonly [lng: number, lat: number]

/** What fields of these names hold: ids of records that exist, distances at their caps. */
export type Known = Readonly<Record<string, unknown>>

type Drawing = {
  root: Schema
  size: Size
  centre: Centre
  known: Known
  count: number
  /** how many have been drawn: beyond what fits into any body, nothing is drawn any more */
  values: number
}

/** What a list or record may hold, whatever its schema allows: more would not fit into any body. */
const MOST_ITEMS = 100_000
const MOST_LETTERS = 2_000_000
const MOST_VALUES = 700_000
const DEEPEST = 6

/** The largest query of an endpoint: everything at its cap. A query travels in the request's first lines, of 16 kB. */
export const largestQuery = ({ query }: Endpoint, known: Known): string => {
  const root = schemaOf(query)
  const text = (letters: number): string =>
    queryText(draw({ root, size: { items: 1, letters }, centre: [0, 0], known, count: 0, values: 0 }, root, ''))
  return text(200)
}

/**
 * The largest body that an endpoint takes: lists and texts at their caps, as many items as its bytes allow, and then
 * texts as long as the rest allows. Names are numbered on from `count`.
 */
export const largestBody = (endpoint: Endpoint, centre: Centre, known: Known, count = 0): string => {
  const root = schemaOf(endpoint.body)
  const body = (size: Size): string | null => {
    const drawing = { root, size, centre, known, count, values: 0 }
    const text = JSON.stringify(draw(drawing, root, '')) ?? ''
    return drawing.values <= MOST_VALUES && Buffer.byteLength(text) <= endpoint.bodyLimit ? text : null
  }
  const items = greatest(MOST_ITEMS, (count) => body({ items: count, letters: 1 }) !== null)
  const letters = greatest(MOST_LETTERS, (count) => body({ items, letters: count }) !== null)
  return body({ items, letters }) ?? ''
}

/** The greatest whole number up to another for which it holds, given that it holds for those below as well. */
const greatest = (most: number, holds: (number: number) => boolean): number => {
  let low = 1
  while (low * 2 <= most && holds(low * 2)) low *= 2
  let high = Math.min(most, low * 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The same body with every leaf of a kind that its schema refuses: as many refusals as it can cause. */
export const allWrong = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(allWrong)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, allWrong(inner)]))
  return typeof value === 'string' ? 0 : 'x'
}

/** As many wrong items as its bytes allow, in every list and record that the body holds. */
export const manyWrong = (value: unknown, bytes: number): string | null => {
  const lists = countLists(value)
  if (lists === 0) return null
  const text = (items: number): string => JSON.stringify(filled(value, items))
  const items = greatest(bytes, (count) => count * lists * 2 < bytes && text(count).length <= bytes)
  return text(items)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Many fields of one kind of name: a record. */
const isRecord = (value: Record<string, unknown>): boolean => Object.keys(value).some((key) => key.startsWith('Free'))

const countLists = (value: unknown): number => {
  if (Array.isArray(value)) return 1
  if (!isPlain(value)) return 0
  return isRecord(value) ? 1 : Object.values(value).reduce<number>((sum, inner) => sum + countLists(inner), 0)
}

const filled = (value: unknown, items: number): unknown => {
  if (Array.isArray(value)) return Array(items).fill(0)
  if (!isPlain(value)) return value
  if (isRecord(value)) return Object.fromEntries(Array.from({ length: items }, (_, at) => [`k${at}`, 0]))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, items)]))
}

const draw = (drawing: Drawing, schema: Schema, name: string, depth = 0): unknown => {
  if ((drawing.values += 1) > MOST_VALUES) return null
  if (name in drawing.known) return drawing.known[name]
  if (schema.$ref !== undefined) return draw(drawing, referred(drawing.root, schema.$ref), name, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (RINGS.test(name) && schema.type === 'array') return rings(drawing, schema)
  const choices = schema.anyOf ?? schema.oneOf
  // The fullest kind of a choice: the one with most fields, never null.
  if (choices !== undefined)
    return draw(drawing, choices.toSorted((a, b) => fullness(b) - fullness(a))[0]!, name, depth) // a choice has members
  switch (schema.type) {
    case 'object':
      return drawObject(drawing, schema, depth)
    case 'array':
      return drawList(drawing, schema, name, depth)
    case 'string':
      return drawText(drawing, schema, name)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 1))
    case 'boolean':
      return true
    default:
      return null
  }
}

const fullness = ({ type, properties, items }: Schema): number =>
  type === 'null' ? -1 : Object.keys(properties ?? {}).length * 2 + (items === undefined ? 0 : 1)

const drawObject = (drawing: Drawing, schema: Schema, depth: number): unknown => {
  const named = Object.entries(schema.properties ?? {}).map(([key, inner]): [string, unknown] => [
    key,
    draw(drawing, inner, key, depth + 1),
  ])
  const { additionalProperties: other } = schema
  if (typeof other !== 'object') return Object.fromEntries(named)
  const free = Array.from({ length: depth < DEEPEST ? drawing.size.items : 0 }, (_, at): [string, unknown] => [
    `Free${at}:field:canRead`,
    draw(drawing, other, '', depth + 1),
  ])
  return Object.fromEntries([...named, ...free])
}

const drawList = (drawing: Drawing, schema: Schema, name: string, depth: number): unknown => {
  if (schema.prefixItems?.length === 2) return [...drawing.centre]
  if (schema.prefixItems !== undefined) return schema.prefixItems.map((inner) => draw(drawing, inner, name, depth))
  const { maxItems = MOST_ITEMS, minItems = 0, items = {} } = schema
  const length = depth < DEEPEST ? Math.max(minItems, Math.min(maxItems, drawing.size.items)) : minItems
  return Array.from({ length }, () => draw(drawing, items, name.replace(/s$/, ''), depth + 1))
}

const drawText = (drawing: Drawing, schema: Schema, name: string): string => {
  if (schema.format === 'date-time') return MOMENTS[0]
  const number = (drawing.count += 1)
  if (name === 'id') return `$draft-${number}`
  if (name === 'key') return `key_${number}`
  const form = FORMS.find(([known]) => known.test(name))?.[1][0]
  if (form !== undefined) return form
  const most = Math.min(schema.maxLength ?? MOST_LETTERS, drawing.size.letters)
  return `T${number}`.padEnd(most, 'x').slice(0, Math.max(1, schema.maxLength ?? MOST_LETTERS))
}

const RINGS = /^(coordinates|areas)$/
const MOST_CORNERS = 5000

/** Areas as they are drawn: a ring of many corners each, a little off the ones before. */
const rings = (drawing: Drawing, schema: Schema): unknown => {
  const { items, centre } = { items: drawing.size.items, centre: drawing.centre }
  const isSeveral = schema.items?.items?.items !== undefined && schema.items.items.items.type === 'array'
  const corners = Math.max(3, Math.min(MOST_CORNERS, isSeveral ? Math.floor(items / 4) : items))
  const ring = (radius: number): Centre[] =>
    Array.from({ length: corners }, (_, at) => {
      const [angle, wave] = [(2 * Math.PI * at) / corners, 1 + 0.2 * Math.sin((40 * Math.PI * at) / corners)]
      return [centre[0] + radius * wave * Math.cos(angle), centre[1] + radius * wave * Math.sin(angle)]
    })
  return isSeveral ? [1, 2, 3, 4].map((at) => [ring(0.01 + at * 0.002)]) : [ring(0.01 + (drawing.count += 1) * 1e-5)]
}
