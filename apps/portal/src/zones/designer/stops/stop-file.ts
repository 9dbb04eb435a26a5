import { ZoneStopInput } from '@ambit/contract'
import { type LngLat, pointInPolygon } from '@ambit/geo'
import Papa from 'papaparse'
import type { AreaDraft, StopDraft } from '../design/design.ts'
import { newStop } from './stop-edits.ts'
import { stopFlags } from './stop-flags.ts'
import { fileStrings as words } from './strings.ts'

/** `updates`: a stop of the zone that the row names by its id; null: a new one */
export type ImportRow = {
  line: number
  name: string
  stop: StopDraft | null
  updates: boolean
  /** why it cannot be read */
  problems: readonly string[]
  /** a warning; the row is imported anyway */
  warnings: readonly string[]
}

const switches = ['staging', ...stopFlags] as const
const COLUMNS = ['id', 'name', 'latitude', 'longitude', 'street_address', 'note', ...switches] as const
type Column = (typeof COLUMNS)[number]
type Cells = Partial<Record<Column, unknown>>

/** A cell that a spreadsheet would run gets a quote in front, and loses it when it comes back. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED_FORMULA = /^'(?=[=+\-@\t\r])/

export const stopsToCsv = (stops: readonly StopDraft[]): string =>
  Papa.unparse(
    {
      fields: [...COLUMNS],
      data: stops.map((stop) => [
        typeof stop.id === 'number' ? stop.id : '',
        stop.name,
        stop.point[1],
        stop.point[0],
        stop.street_address ?? '',
        stop.note ?? '',
        ...switches.map((key) => stop[key]),
      ]),
    },
    { escapeFormulae: FORMULA, newline: '\r\n' },
  )

export const stopsToGeoJson = (stops: readonly StopDraft[]): string =>
  JSON.stringify(
    {
      type: 'FeatureCollection',
      features: stops.map(({ id, point, version: _version, ...stop }) => ({
        type: 'Feature',
        ...(typeof id === 'number' ? { id } : {}),
        geometry: { type: 'Point', coordinates: point },
        properties: Object.fromEntries(
          (['name', 'street_address', 'note', ...switches] as const).map((key) => [key, stop[key]]),
        ),
      })),
    },
    null,
    2,
  )

type Known = { stops: readonly StopDraft[]; areas: readonly AreaDraft[] }

/** Rows of a CSV or GeoJSON file, each with what is wrong with it. A file that is neither throws with its reason. */
export const readStopFile = (name: string, text: string, known: Known): ImportRow[] => {
  const clean = text.replace(/^\uFEFF/, '')
  const rows = /\.(geo)?json$/i.test(name) || clean.trimStart().startsWith('{') ? geoJsonCells(clean) : csvCells(clean)
  if (rows.length === 0) throw new Error(words.empty)
  const byId = new Map(known.stops.map((stop) => [String(stop.id), stop]))
  const taken = new Set(known.stops.map(keyOf))
  const seen = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    const row = readRow(cells, byId)
    const id = textOf(cells.id)
    const first = seen.get(id)
    if (first !== undefined) return { ...row, line, stop: null, problems: [...row.problems, words.repeated(id, first)] }
    if (row.updates) seen.set(id, line)
    if (row.stop === null) return { ...row, line }
    const { stop } = row
    const inside = known.areas.length === 0 || known.areas.some((area) => pointInPolygon(stop.point, area.coordinates))
    const again = !row.updates && taken.has(keyOf(stop))
    taken.add(keyOf(stop))
    return { ...row, line, warnings: [...(inside ? [] : [words.outside]), ...(again ? [words.again] : [])] }
  })
}

const keyOf = ({ name, point }: StopDraft): string => `${name} ${point.map((degrees) => degrees.toFixed(5)).join()}`

type Line = { line: number; cells: Cells }

const csvCells = (text: string): Line[] => {
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => columnOf(header),
    transform: (cell) => cell.trim().replace(QUOTED_FORMULA, ''),
  })
  const missing = (['name', 'latitude', 'longitude'] as const).filter((column) => !meta.fields?.includes(column))
  if (missing.length > 0) throw new Error(words.columns(missing.join(', ')))
  return data.map((cells, index) => ({ line: index + 2, cells }))
}

const aliases: Readonly<Record<string, Column>> = {
  lat: 'latitude',
  lng: 'longitude',
  lon: 'longitude',
  address: 'street_address',
}

const columnOf = (header: string): string => {
  const plain = header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return aliases[plain] ?? plain
}

const geoJsonCells = (text: string): Line[] => {
  const file = safeJson(text)
  const features = isRecord(file) ? file['features'] : null
  if (!Array.isArray(features)) throw new Error(words.noFeatures)
  return features.map((feature: unknown, index) => {
    const geometry = isRecord(feature) ? feature['geometry'] : null
    const at = isRecord(geometry) && geometry['type'] === 'Point' ? geometry['coordinates'] : null
    const [longitude, latitude]: unknown[] = Array.isArray(at) ? at : []
    const properties = isRecord(feature) && isRecord(feature['properties']) ? feature['properties'] : {}
    const id = isRecord(feature) ? feature['id'] : undefined
    return { line: index + 1, cells: { ...properties, id, latitude, longitude } }
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(words.notJson)
  }
}

const readRow = (cells: Cells, byId: ReadonlyMap<string, StopDraft>): Omit<ImportRow, 'line'> => {
  const problems: string[] = []
  const id = textOf(cells.id)
  const old = id === '' ? undefined : byId.get(id)
  if (id !== '' && old === undefined) problems.push(words.unknownId(id))
  const point = pointOf(cells, problems)
  const flags = Object.fromEntries(switches.map((key) => [key, switchOf(key, cells[key], old?.[key], problems)]))
  const fields = {
    name: textOf(cells.name),
    street_address: optional(cells.street_address, old?.street_address ?? null),
    note: optional(cells.note, old?.note ?? null),
    ...flags,
  }
  const checked = ZoneStopInput.omit({ zone_id: true }).safeParse({ ...fields, point: point ?? [0, 0] })
  if (!checked.success) problems.push(...checked.error.issues.map(({ message }) => message))
  const base = { name: fields.name, updates: old !== undefined, problems, warnings: [] }
  if (!checked.success || point === null || problems.length > 0) return { ...base, stop: null }
  const stop = newStop({ ...checked.data, point })
  return { ...base, stop: old === undefined ? stop : { ...old, ...stop, id: old.id, version: old.version } }
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

/** A column that the file does not have leaves the stop's own text. */
const optional = (value: unknown, own: string | null): string | null => {
  if (value === undefined) return own
  const text = textOf(value)
  return text === '' ? null : text
}

const numberOf = (value: unknown): number => (textOf(value) === '' ? Number.NaN : Number(textOf(value)))

const pointOf = ({ latitude, longitude }: Cells, problems: string[]): LngLat | null => {
  const [lat, lng] = [numberOf(latitude), numberOf(longitude)]
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return [lng, lat]
  problems.push(words.noPlace)
  return null
}

const yes = new Set(['true', 'yes', 'y', '1', 'x'])
const no = new Set(['false', 'no', 'n', '0'])

const switchOf = (
  key: (typeof switches)[number],
  value: unknown,
  own: boolean | undefined,
  problems: string[],
): boolean => {
  const text = textOf(value).toLowerCase()
  if (text === '') return own ?? key === 'passenger'
  if (!yes.has(text) && !no.has(text)) problems.push(words.noSwitch(key, textOf(value)))
  return yes.has(text)
}
