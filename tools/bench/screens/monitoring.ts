import type { Page } from '../../../e2e/chromium.ts'
import { type Figure, quantile } from '../figures/figures.ts'
import { putOnDuty, reporting } from './fleet.ts'
import { type Memory, memoryFigures, readMemory } from './memory.ts'
import type { Screen } from './screen.ts'
import { goWithin, layOutZones, openPage, serveScreens } from './serve.ts'
import { mainThreadFigures, traced } from './trace.ts'

const NOW = '2026-11-23T09:00:00+10:00'
const ZONES = 20
const SETTLE_MS = 5000
/** as long as a trace can be */
const WATCHED_S = 20
const MINUTE_MS = 60_000
/** those at the top of the list */
const TRIPS_OPENED = 5

/** Service Monitoring with a fleet that reports all the time. */
export const screen: Screen = async ({ vehicles, every, minutes }) => {
  const { server, streets, close } = await serveScreens(NOW)
  const { manifest } = streets
  const [west, south, east, north] = manifest.bbox
  const { region, zones } = await layOutZones(server.client('administrator'), [west, south, east, north], ZONES)
  const fleet = await putOnDuty(server, vehicles, zones)
  const feed = reporting(server, fleet, every * 1000)
  const { page, close: closePage } = await openPage(server)
  await page.goto(`${server.url}/Dashboard`)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  const clicked = performance.now()
  await goWithin(page, `/VehicleMonitoring/region/${region.id}`)
  await page
    .getByText(fleet.length > 0 ? 'Zone 01' : 'No Active trips found')
    .first()
    .waitFor()
  const listed = performance.now() - clicked
  await page.locator('canvas.maplibregl-canvas').waitFor()
  const mapped = performance.now() - clicked
  await page.waitForTimeout(SETTLE_MS)
  feed.forget()
  const thread = await traced(page, () => page.waitForTimeout(WATCHED_S * 1000))
  const { times, failed } = feed.taken()
  const memory = await watchMemory(page, minutes)
  await feed.stop()
  await closePage()
  await close()
  return [
    { measure: 'list usable', value: listed, unit: 'ms', target: 1500 },
    { measure: 'map usable', value: mapped, unit: 'ms', target: 1500 },
    ...mainThreadFigures(thread, 0.1),
    ...serverFigures(times, failed, WATCHED_S),
    ...memoryFigures(memory),
  ]
}

const serverFigures = (times: readonly number[], failed: number, seconds: number): Figure[] => [
  { measure: 'positions per second', value: times.length / seconds, unit: '', target: null },
  { measure: 'position p50', value: quantile(times, 0.5), unit: 'ms', target: null },
  { measure: 'position p95', value: quantile(times, 0.95), unit: 'ms', target: 100 },
  { measure: 'positions refused', value: failed, unit: '', target: 0 },
]

/** A reading at first and after each minute, in which a trip is opened and left again. */
const watchMemory = async (page: Page, minutes: number): Promise<Memory[]> => {
  const readings = [await readMemory(page)]
  const trips = page.getByRole('link', { name: /^B\d{4}/ })
  const heading = page.getByRole('heading', { name: 'Active Zones in this Region' })
  for (let minute = 0; minute < minutes; minute++) {
    await trips.nth(minute % TRIPS_OPENED).click()
    await heading.waitFor({ state: 'detached' })
    await page.waitForTimeout(MINUTE_MS / 2)
    await page.getByRole('link', { name: 'All Trips' }).click()
    await heading.waitFor()
    await page.waitForTimeout(MINUTE_MS / 2)
    const reading = await readMemory(page)
    readings.push(reading)
    process.stderr.write(`minute ${minute + 1}: ${JSON.stringify(reading)}\n`)
  }
  return readings
}
