// `npm run bench designer -- [FILE.osm.pbf] [--streets FOLDER] [--json OUT]`: what the Zone Designer asks while staff
// draw, on the demo town, an extract, or street data that were imported before; and a large zone saved at once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { api, createClient, type ZoneDesignChange } from '@ambit/contract'
import { destination, type LngLat, type Polygon } from '@ambit/geo'
import { mulberry32 } from '@ambit/random'
import { importStreets, openStreets, runSteps } from '@ambit/streets'
import type { Steps, Streets } from '@ambit/streets'
import { writeDemoTown } from '@ambit/town'
import { startTestServer } from '../../apps/server/src/testing/server.ts'
import { type Figure, quantile, report } from './figures/figures.ts'

const AREAS = 200
const STOPS = 300
const BIG_ZONE = 2000
const BIG_ZONES = 6
const WALKS = [300, 500, 800]
const SUGGEST_M = 400
const STOP_LIMIT = 200

/** Runs the steps to their end: the whole time, and the longest that others had to wait for a turn. */
const timed = <T>(steps: Steps<T>): { value: T; ms: number; longest: number } => {
  const start = performance.now()
  let longest = 0
  for (;;) {
    const begin = performance.now()
    const step = steps.next()
    longest = Math.max(longest, performance.now() - begin)
    if (step.done === true) return { value: step.value, ms: performance.now() - start, longest }
  }
}

/** Jagged outlines from a block to a large town around places with streets, some with a hole. */
const drawAreas = (streets: Streets, count: number): Polygon[] => {
  const random = mulberry32(21)
  const [west, south, east, north] = streets.manifest.bbox
  return Array.from({ length: count }, () => {
    let middle: LngLat
    do middle = [west + random() * (east - west), south + random() * (north - south)]
    while (streets.snap('car', middle, 300) === null)
    const size = 200 * 40 ** random()
    const corners = 8 + Math.floor(random() * 200)
    const ring = (share: number): LngLat[] =>
      Array.from({ length: corners }, (_, i) =>
        destination(middle, size * share * (0.7 + 0.3 * random()), (i / corners) * 360),
      )
    return random() < 0.2 ? [ring(1), ring(0.3)] : [ring(1)]
  })
}

const boxOf = ({ manifest: { bbox } }: Streets): Polygon => [
  [
    [bbox[0], bbox[1]],
    [bbox[2], bbox[1]],
    [bbox[2], bbox[3]],
    [bbox[0], bbox[3]],
  ],
]

const kerbs = (streets: Streets, count: number, seed: number): LngLat[] => {
  const random = mulberry32(seed)
  const [west, south, east, north] = streets.manifest.bbox
  const found: LngLat[] = []
  for (let tries = 0; found.length < count && tries < count * 1000; tries++) {
    const kerb = streets.kerb([west + random() * (east - west), south + random() * (north - south)], 300)
    if (kerb !== null) found.push(kerb.point)
  }
  return found
}

const measureFigures = (streets: Streets): Figure[] => {
  const times = drawAreas(streets, AREAS).map((area) => {
    const start = performance.now()
    const inside = streets.inside([area])
    runSteps(inside.streetMetres())
    runSteps(inside.houses())
    return performance.now() - start
  })
  const start = performance.now()
  const all = streets.inside([boxOf(streets)])
  const [metres, houses] = [runSteps(all.streetMetres()), runSteps(all.houses())]
  const whole = performance.now() - start
  return [
    { measure: 'figures of an area, p50', value: quantile(times, 0.5), unit: 'ms', target: null },
    { measure: 'figures of an area, p95', value: quantile(times, 0.95), unit: 'ms', target: 100 },
    { measure: 'figures of everything', value: whole, unit: 'ms', target: null },
    { measure: 'streets', value: metres / 1000, unit: 'km', target: null },
    { measure: 'addresses', value: houses, unit: '', target: null },
  ]
}

const measureWalks = (streets: Streets): Figure[] => {
  const inside = streets.inside([boxOf(streets)])
  const stops = kerbs(streets, STOPS, 22)
  const furthest = Math.max(...WALKS)
  const first = timed(inside.walks(stops, furthest))
  const again = Array.from({ length: 5 }, () => timed(inside.walks(stops, furthest)))
  const reached = first.value.filter(({ metres }) => metres <= furthest).length
  return [
    { measure: `coverage by ${stops.length} stops, the first`, value: first.ms, unit: 'ms', target: 3000 },
    {
      measure: 'coverage, p50',
      value: quantile(
        again.map(({ ms }) => ms),
        0.5,
      ),
      unit: 'ms',
      target: 1000,
    },
    {
      measure: 'coverage, p95',
      value: quantile(
        again.map(({ ms }) => ms),
        0.95,
      ),
      unit: 'ms',
      target: null,
    },
    {
      measure: 'coverage, longest step',
      value: Math.max(first.longest, ...again.map(({ longest }) => longest)),
      unit: 'ms',
      target: null,
    },
    {
      measure: `addresses within ${furthest} m`,
      value: (100 * reached) / Math.max(1, first.value.length),
      unit: '%',
      target: null,
    },
  ]
}

const measureSuggestions = (streets: Streets): Figure[] => {
  const inside = streets.inside([boxOf(streets)])
  const runs = Array.from({ length: 3 }, () => timed(inside.suggestions([], SUGGEST_M, STOP_LIMIT)))
  const { value } = runs[0]! // three there are
  return [
    {
      measure: `${STOP_LIMIT} stops suggested, p50`,
      value: quantile(
        runs.map(({ ms }) => ms),
        0.5,
      ),
      unit: 'ms',
      target: 3000,
    },
    {
      measure: `${STOP_LIMIT} stops suggested, p95`,
      value: quantile(
        runs.map(({ ms }) => ms),
        0.95,
      ),
      unit: 'ms',
      target: null,
    },
    {
      measure: 'suggestions, longest step',
      value: Math.max(...runs.map(({ longest }) => longest)),
      unit: 'ms',
      target: null,
    },
    { measure: 'stops suggested', value: value.stops.length, unit: '', target: null },
    { measure: 'addresses still out of reach', value: value.left, unit: '', target: null },
  ]
}

type Client = ReturnType<typeof createClient>

const clock = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const start = performance.now()
  const value = await work()
  return [value, performance.now() - start]
}

/** One large zone: its points made into stops, saved, all of them changed, and read. */
const bigZone = async (client: Client, regionId: number, name: string, points: readonly [number, number][]) => {
  const { data: zone } = await client.call(api.zones.create, {
    body: { name, abbreviation: 'L', region_id: regionId, time_zone: 'Australia/Brisbane' },
  })
  const params = { id: zone.id }
  const save = (body: ZoneDesignChange) => clock(() => client.call(api.zoneDesigns.save, { params, body }))
  const [, addresses] = await clock(() => client.call(api.zoneDesigns.addresses, { body: { points: [...points] } }))
  const added = points.map((point, at) => ({ id: `$${at}`, name: `Stop ${at}`, point }))
  const [{ data }, adding] = await save({ zone_stops: { added } })
  const updated = data.zone_stops.map((stop) => ({
    id: stop.id,
    version: stop.version,
    name: `${stop.name}, north`,
    hub_stop: true,
  }))
  const [, changing] = await save({ zone_stops: { updated } })
  const [, reading] = await clock(() => client.call(api.zoneDesigns.show, { params }))
  return { addresses, adding, changing, reading }
}

/** Large zones through HTTP on the embedded database; the first one warms everything up and is reported apart. */
const measureBigZones = async (streets: Streets): Promise<Figure[]> => {
  const server = await startTestServer({ streets, config: { checkAnswers: false } })
  try {
    const token = await server.token('operations_manager')
    const client = createClient({ origin: server.url, token: () => token })
    const region = { name: 'Large', time_zone: 'Australia/Brisbane' }
    const { data } = await client.call(api.regions.create, { body: region })
    const points = kerbs(streets, BIG_ZONE, 23).map(([lng, lat]): [number, number] => [lng, lat])
    const runs: Awaited<ReturnType<typeof bigZone>>[] = []
    for (let zone = 0; zone < BIG_ZONES; zone++) runs.push(await bigZone(client, data.id, `Zone ${zone}`, points))
    const row = (measure: string, key: keyof (typeof runs)[number], target: number | null): Figure[] => [
      { measure: `${measure}, the first`, value: runs[0]![key], unit: 'ms', target }, // there are several
      {
        measure: `${measure}, p50`,
        value: quantile(
          runs.slice(1).map((run) => run[key]),
          0.5,
        ),
        unit: 'ms',
        target,
      },
    ]
    return [
      ...row(`${points.length} points to stops`, 'addresses', 2000),
      ...row(`${points.length} stops added`, 'adding', 2000),
      ...row(`${points.length} stops changed`, 'changing', 2000),
      ...row('design read', 'reading', null),
    ]
  } finally {
    await server.close()
  }
}

/** The street data to measure on; imported into the folder unless they were before. */
const streetsFor = async (home: string, file: string | undefined, imported: string | undefined): Promise<Streets> => {
  if (imported !== undefined) return openStreets(imported)
  const extract = file ?? join(home, 'demo-town.osm.pbf')
  if (file === undefined) await writeDemoTown({ file: extract, seed: 1 })
  const folder = join(home, 'streets')
  // A bench has no service whose clock could be asked; the date is not measured.
  const createdAt = '2000-01-01T00:00:00Z'
  await importStreets({ file: extract, folder, name: basename(extract), demo: file === undefined, createdAt })
  return openStreets(folder)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, streets: { type: 'string' } },
})
const home = await mkdtemp(join(tmpdir(), 'ambit-bench-'))
try {
  const streets = await streetsFor(home, positionals[0], values.streets)
  const rows = [
    ...measureFigures(streets),
    ...measureWalks(streets),
    ...measureSuggestions(streets),
    ...(await measureBigZones(streets)),
  ]
  await report(rows, values.json)
} finally {
  await rm(home, { recursive: true, force: true })
}
