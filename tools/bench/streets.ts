// `npm run bench streets -- FILE.osm.pbf [--json OUT]`: imports an extract and measures what is made of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { mulberry32 } from '@ambit/random'
import { ExtractError, importStreets, openStreets } from '@ambit/streets'
import type { Profile, Streets } from '@ambit/streets'
import { type Figure, quantile, report } from './figures/figures.ts'
import { busiest } from './town/busiest.ts'

const ROUTES = 3000
const TABLE = 200
/** Everything but the import counts with its best time of this many rounds, as the machine has other work too. */
const PASSES = 4
const TYPISTS = 300
const NEAR_A_STREET_M = 300

const time = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Places spread evenly over the box, each near a street: most pairs lie far apart. */
const placesIn = (streets: Streets, count: number, seed: number): (readonly [number, number])[] => {
  const random = mulberry32(seed)
  const [west, south, east, north] = streets.manifest.bbox
  const places: (readonly [number, number])[] = []
  for (let tries = 0; places.length < count && tries < count * 1000; tries++) {
    const place = [west + random() * (east - west), south + random() * (north - south)] as const
    if (streets.snap('car', place, NEAR_A_STREET_M) && streets.snap('foot', place, NEAR_A_STREET_M)) places.push(place)
  }
  return places
}

const measureRoutes = (streets: Streets, profile: Profile): Figure[] => {
  const places = placesIn(streets, ROUTES, 11)
  const pairs = places.map((place, i) => [place, places[(i * 7 + 1) % places.length]!] as const)
  const times = Array.from(pairs, () => Infinity)
  let [kilometres, points] = [0, 0]
  for (let pass = 0; pass < PASSES; pass++) {
    pairs.forEach(([from, to], i) => {
      const start = performance.now()
      const route = streets.route(profile, from, to)
      times[i] = Math.min(times[i]!, performance.now() - start)
      kilometres += (route?.distance ?? 0) / 1000 / PASSES
      points += (route?.geometry.length ?? 0) / PASSES
    })
  }
  const target = profile === 'car' ? 0.1 : null
  return [
    { measure: `route with geometry, ${profile}, p50`, value: quantile(times, 0.5), unit: 'ms', target },
    { measure: `route with geometry, ${profile}, p95`, value: quantile(times, 0.95), unit: 'ms', target: null },
    { measure: `mean route, ${profile}`, value: kilometres / pairs.length, unit: 'km', target: null },
    { measure: `mean route, ${profile}`, value: points / pairs.length, unit: 'points', target: null },
  ]
}

const measureTables = (streets: Streets, profile: Profile): Figure[] => {
  const places = placesIn(streets, TABLE * 2, 12)
  const [sources, targets] = [places.slice(0, TABLE), places.slice(TABLE)]
  const times = Array.from({ length: 2 * PASSES }, () => time(() => streets.table(profile, sources, targets)))
  const prepared = streets.targets(profile, targets)
  const calls = sources.map((source) => time(() => prepared.from(source)))
  const target = profile === 'car' ? 50 : null
  return [
    { measure: `table ${TABLE} × ${TABLE}, ${profile}`, value: Math.min(...times), unit: 'ms', target },
    { measure: `one to ${TABLE} prepared, ${profile}, p50`, value: quantile(calls, 0.5), unit: 'ms', target: null },
  ]
}

const measureClosures = (streets: Streets): Figure[] => {
  const places = placesIn(streets, TABLE, 15)
  const point = busiest(
    streets,
    places.map((place, i) => [place, places[(i * 7 + 1) % places.length]!] as const),
  )
  const open = streets.table('car', places, places)
  return [0, 300].flatMap((reach) => {
    const closed = streets.without([{ point, reach }])
    const table = closed.table('car', places, places)
    const turned = table.duration.filter((duration, i) => duration !== open.duration[i]).length
    const best = Math.min(...Array.from({ length: PASSES }, () => time(() => closed.table('car', places, places))))
    const name = `round a closure of ${reach} m, ${TABLE} × ${TABLE}`
    return [
      { measure: `table ${name}`, value: best, unit: 'ms', target: 1000 },
      { measure: `turned ${name}`, value: (100 * turned) / open.duration.length, unit: '%', target: null },
    ]
  })
}

/** Every key press of people typing addresses and landmarks, one in five of them with a letter left out. */
const keyPresses = (streets: Streets): string[] => {
  const random = mulberry32(13)
  const places = placesIn(streets, TYPISTS, 14)
  const titles = places.flatMap((place) => streets.addresses.reverse(place, { radius: 2000 }).map(({ title }) => title))
  return titles.flatMap((title) => {
    const slip = random() < 0.2 ? 3 + Math.floor(random() * (title.length - 3)) : title.length
    const typed = title.slice(0, slip) + title.slice(slip + 1)
    return Array.from({ length: Math.max(0, typed.length - 2) }, (_, i) => typed.slice(0, i + 3))
  })
}

const measureSuggest = (streets: Streets): Figure[] => {
  const presses = keyPresses(streets)
  if (presses.length === 0) return []
  const [west, south, east, north] = streets.manifest.bbox
  const at = [(west + east) / 2, (south + north) / 2] as const
  const times = Array.from(presses, () => Infinity)
  for (let pass = 0; pass < PASSES; pass++) {
    presses.forEach((text, i) => {
      times[i] = Math.min(
        times[i]!,
        time(() => streets.addresses.suggest(text, { at, limit: 8 })),
      )
    })
  }
  return [
    { measure: 'suggest at a key press, p50', value: quantile(times, 0.5), unit: 'ms', target: null },
    { measure: 'suggest at a key press, p95', value: quantile(times, 0.95), unit: 'ms', target: 5 },
  ]
}

const measure = async (file: string, folder: string): Promise<Figure[]> => {
  const start = performance.now()
  const busy = process.cpuUsage()
  const onProgress = ({ stage, share }: { stage: string; share: number }): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${(share * 100).toFixed(0).padStart(3)} %  ${stage}\u001b[K`)
  }
  // A bench has no service whose clock could be asked; the date is not measured.
  const createdAt = '2000-01-01T00:00:00Z'
  await importStreets({ file, folder, name: basename(file), demo: false, createdAt, onProgress })
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(busy)
  const peak = process.resourceUsage().maxRSS / 1024

  const loads: number[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const loadStart = performance.now()
    await openStreets(folder)
    loads.push((performance.now() - loadStart) / 1000)
  }
  const streets = await openStreets(folder)
  return [
    { measure: 'import', value: seconds, unit: 's', target: 90 },
    { measure: 'import, processor time', value: (user + system) / 1e6, unit: 's', target: null },
    { measure: 'import, peak memory', value: peak, unit: 'MB', target: 2048 },
    { measure: 'warm load', value: Math.min(...loads), unit: 's', target: 1 },
    ...measureRoutes(streets, 'car'),
    ...measureRoutes(streets, 'foot'),
    ...measureTables(streets, 'car'),
    ...measureTables(streets, 'foot'),
    ...measureClosures(streets),
    ...measureSuggest(streets),
  ]
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
const [file] = positionals
if (file === undefined) {
  process.stderr.write('npm run bench streets -- FILE.osm.pbf [--json OUT]\n')
  process.exit(1)
}
const home = await mkdtemp(join(tmpdir(), 'ambit-bench-'))
try {
  const rows = await measure(file, join(home, 'streets'))
  await report(rows, values.json)
} catch (error) {
  if (!(error instanceof ExtractError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await rm(home, { recursive: true, force: true })
}
