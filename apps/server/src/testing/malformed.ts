import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { type Endpoint, urlOf } from '@ambit/contract'
import type { Random } from '@ambit/random'

/** A request as it goes over the line. */
export type DrawnRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer | null }

export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  prefixItems?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
  $ref?: string
  $defs?: Record<string, Schema>
}

export const MOMENTS = ['2026-11-23T08:30:00+10:00', '2026-11-23T12:00:00Z', '2026-11-24T09:00:00+10:00'] as const

/** What a text of this name looks like when it is right, where any text would not do. */
export const FORMS: readonly [RegExp, readonly string[]][] = [
  [/email/, ['nina@example.org', 'oscar@example.org']],
  [/time_zone/, ['Australia/Brisbane', 'Europe/Vienna']],
  [/color/, ['#0A7E7E']],
  [/password|Password/, ['a long password']],
  [/^(at|other|latlng|origin|destination|location)$/, ['-27.47,153.02', '-27.48,153.04']],
  [/^(from|to)$/, ['2026-11-23', '2026-11-30', '2026-11-23T00:00:00Z']],
  [/date_range|window|time/, ['2026-11-23T00:00:00Z,2026-11-24T00:00:00Z']],
  [/Url$/, ['https://example.org/']],
  [/locale/, ['en-AU']],
  [/currency/, ['AUD']],
  [/phonePrefix/, ['+61']],
  [/vehicle_attributes/, ['completed:condition', 'allocation.area:North']],
  [/sort/, ['id', '-id', 'name', '-created_at']],
  [/^(page|per_page|limit|region_id|zone_id)$/, ['1', '2']],
  [/^(region|zone|id|rating|trip|driver|vehicle|traveler)$/, ['1', '2', '1,2', '7']],
  [/query|^q$|search/, ['Nina Moreau', 'Harb', '0445 984 907']],
  [/pin/, ['123456']],
]

const TEXTS = ['Harbour', 'Nina', 'School', 'V-1', 'north_1', '7', '$a', 'active', 'BAY'] as const

const textFor = (random: Random, name: string): string =>
  random.pick(FORMS.find(([form]) => form.test(name))?.[1] ?? TEXTS)

/** What breaks programs: lone surrogates, controls, numbers and dates that no column holds, words of SQL and patterns. */
const NASTY: readonly unknown[] = [
  '',
  ' ',
  '\ud800',
  'a\udfffb',
  '\u0000',
  'a\u0000b',
  '\u001b\r\n\t',
  '\u202e\ufeff',
  '％_\\',
  "'; --",
  '9999999999999999999999',
  '-1',
  '1e400',
  'NaN',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59+14:00',
  '+275760-09-13T00:00:00Z',
  '0000-01-01,0000-01-02',
  '0000-01-01T00:00:00Z,9999-12-31T23:59:59Z',
  '2026-02-30',
  ',',
  '1,1,1',
  '2147483648',
  '__proto__',
  'constructor',
  '-91,181',
  'x'.repeat(600),
  'é'.repeat(300),
  0,
  -1,
  0.5,
  1e-320,
  1e308,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  1e21,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { length: 3 },
]

/** Ids that are likely to exist: the tests' records have small ones. */
const SMALL_IDS = 6

/** How a value that fits the schema may look; what a check of the schema's own refuses is left to chance. */
const fitting = (random: Random, root: Schema, schema: Schema, name = '', depth = 0): unknown => {
  if (schema.$ref !== undefined) return fitting(random, root, referred(root, schema.$ref), name, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fitting(random, root, random.pick(choices), name, depth)
  switch (schema.type) {
    case 'object':
      return fittingObject(random, root, schema, depth)
    case 'array':
      return fittingList(random, root, schema, name, depth)
    case 'string':
      return schema.format === 'date-time' ? random.pick(MOMENTS) : textFor(random, name)
    case 'integer':
    case 'number':
      return fittingNumber(random, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return textFor(random, name)
  }
}

const DEEPEST = 8

export const referred = (root: Schema, ref: string): Schema => {
  const name = ref.split('/').at(-1) ?? ''
  return ref === '#' ? root : (root.$defs?.[name] ?? {})
}

const fittingObject = (random: Random, root: Schema, schema: Schema, depth: number): unknown => {
  const { properties = {}, required = [], additionalProperties } = schema
  const entries = Object.entries(properties)
    .filter(([key]) => required.includes(key) || (depth < DEEPEST && random.chance(0.4)))
    .map(([key, inner]): [string, unknown] => [key, fitting(random, root, inner, key, depth + 1)])
  if (typeof additionalProperties === 'object' && random.chance(0.7))
    entries.push([random.pick(TEXTS), fitting(random, root, additionalProperties, '', depth + 1)])
  return Object.fromEntries(entries)
}

const fittingList = (random: Random, root: Schema, schema: Schema, name: string, depth: number): unknown => {
  if (schema.prefixItems !== undefined)
    return schema.prefixItems.map((inner) => fitting(random, root, inner, name, depth))
  const { minItems = 0, items = {} } = schema
  const length = depth < DEEPEST ? Math.max(minItems, random.below(4)) : minItems
  return Array.from({ length }, () => fitting(random, root, items, name, depth + 1))
}

const fittingNumber = (random: Random, { type, minimum, maximum }: Schema): number => {
  const low = Math.max(minimum ?? 0, -1e6)
  const high = Math.min(maximum ?? SMALL_IDS, low + 360)
  if (type === 'integer') return random.whole(Math.ceil(low), Math.min(Math.floor(high), Math.ceil(low) + SMALL_IDS))
  return random.chance(0.3) ? random.pick([153.02, -27.47, 153.03]) : random.between(low, high)
}

/** One place of the value, anywhere in it, with something else there. */
const spoilt = (random: Random, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.pick(NASTY)
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.pick(NASTY)]
    const at = random.below(value.length)
    return value.map((inner, index) => (index === at ? spoilt(random, inner) : inner))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || random.chance(0.1)) return { ...value, [String(random.pick(NASTY))]: random.pick(NASTY) }
  const at = random.below(entries.length)
  if (random.chance(0.1)) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(entries.map(([key, inner], index) => [key, index === at ? spoilt(random, inner) : inner]))
}

const HEADERS: readonly Record<string, string>[] = [
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { 'content-encoding': 'nonsense' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': '' },
  { 'if-match': '"99999999999"' },
  { 'if-match': '"1"' },
  { 'idempotency-key': 'k'.repeat(5000) },
  { 'idempotency-key': '\u00ff' },
  { 'idempotency-key': 'again' },
  { accept: '*/*;q=nonsense' },
  { 'accept-encoding': ';;,' },
  { 'x-request-id': 'x'.repeat(5000) },
  { 'last-event-id': '999999999999999' },
  { range: 'bytes=5-1' },
  { expect: 'nonsense' },
]

/** Bodies that are no JSON of the schema at all. */
const BODIES: readonly (() => Buffer)[] = [
  () => Buffer.from('{"first_name": "Os'),
  () => Buffer.from(''),
  () => Buffer.from('null'),
  () => Buffer.from('"text"'),
  () => Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]),
  () => Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  () => Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  () => Buffer.from(`{"${'k'.repeat(20_000)}":1}`),
  () => Buffer.from('{"__proto__":{"a":1}}'),
  () => gzipSync('{}'),
]

/** A request that fits the contract, most of them spoilt in one or two places. */
export const drawRequest = (random: Random, endpoint: Endpoint): DrawnRequest => {
  const params = random.chance(0.9) ? { id: random.whole(1, SMALL_IDS) } : { id: random.pick(NASTY) }
  const named = { id: params.id, user_id: params.id, code: params.id }
  let path = urlOf(endpoint, new Proxy(named, { get: () => wellFormed(params.id) }))
  if (random.chance(0.02))
    path = path.replace(/[^/]+$/, random.pick(['x'.repeat(501), '%00', '%E0%A4', '%ud800', '..']))
  const query = varied(random, fitting(random, schemaOf(endpoint.query), schemaOf(endpoint.query)))
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (random.chance(0.15)) Object.assign(headers, random.pick(HEADERS))
  const body = endpoint.method === 'GET' ? null : bodyOf(random, endpoint)
  return { method: endpoint.method, path: path + queryText(query), headers, body }
}

const varied = (random: Random, value: unknown): unknown => {
  if (random.chance(0.5)) return value
  const once = spoilt(random, value)
  return random.chance(0.3) ? spoilt(random, once) : once
}

const bodyOf = (random: Random, endpoint: Endpoint): Buffer | null => {
  if (random.chance(0.08)) return random.pick(BODIES)()
  const schema = schemaOf(endpoint.body)
  return Buffer.from(JSON.stringify(varied(random, fitting(random, schema, schema))) ?? '')
}

const wellFormed = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)

const schemas = new WeakMap<z.ZodType, Schema>()
export const schemaOf = (type: z.ZodType): Schema => {
  const known = schemas.get(type)
  if (known !== undefined) return known
  const made = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema // the part of it that is used here
  schemas.set(type, made)
  return made
}

/** Names in brackets, as deep as they are; values of any kind, also such as a browser would not send. */
export const queryText = (value: unknown): string => {
  const pairs: string[] = []
  const add = (key: string, inner: unknown): void => {
    if (Array.isArray(inner)) pairs.push(`${key}=${encode(inner.map(String).join(','))}`)
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, deeper] of Object.entries(inner))
        add(key === '' ? encode(name) : `${key}[${encode(name)}]`, deeper)
    else if (key !== '') pairs.push(`${key}=${encode(inner)}`)
  }
  add('', value)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** A lone surrogate travels as its three bytes, which no decoder accepts. */
const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())
