import { api, type Client } from '@ambit/contract'
import { type Page } from '../../../e2e/chromium.ts'
import type { Screen } from './screen.ts'
import { goWithin, layOutZones, openPage, serveScreens } from './serve.ts'
import { mainThreadFigures, traced } from './trace.ts'

const NOW = '2026-11-23T09:00:00+10:00'
const DATE = '2026-12-14'
const ZONES = 5
const BLOCKS = 1000
const ROWS = 50
const HOURS = 4
const MOVES = 200
const MOVE_PX = 6
const SETTLE_MS = 1000

/** In-Service Schedules with a thousand blocks on one day, of which one is dragged. */
export const screen: Screen = async () => {
  const { server, streets, close } = await serveScreens(NOW)
  const [west, south, east, north] = streets.manifest.bbox
  const office = server.client('administrator')
  const { region, zones } = await layOutZones(office, [west, south, east, north], ZONES)
  await plan(office, zones)
  const { page, close: closePage } = await openPage(server)
  await page.goto(`${server.url}/Dashboard`)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  // Once before, so that the page's own code is loaded, as it is for a dispatcher who comes back to it.
  await goWithin(page, `/ServicePlans/live?region=${region.id}&date=2026-12-01`)
  await page.getByRole('region', { name: 'Schedules of Zone 01' }).waitFor()
  await goWithin(page, '/Dashboard')
  await page.getByRole('region', { name: 'Schedules of Zone 01' }).waitFor({ state: 'detached' })
  const clicked = performance.now()
  await goWithin(page, `/ServicePlans/live?region=${region.id}&date=${DATE}`)
  await page.locator('[data-plan]').first().waitFor()
  const opened = performance.now() - clicked
  await page.waitForTimeout(SETTLE_MS)
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length')
  const drag = await takeHold(page)
  const thread = await traced(page, drag)
  await page.mouse.up()
  const moves = thread.tasks.reduce((total, ms) => total + ms, 0) / MOVES
  await closePage()
  await close()
  return [
    { measure: 'first block drawn', value: opened, unit: 'ms', target: 1000 },
    { measure: 'nodes', value: nodes, unit: '', target: null },
    { measure: 'script a move', value: thread.script_ms / MOVES, unit: 'ms', target: 2 },
    { measure: 'task a move', value: moves, unit: 'ms', target: 4 },
    ...mainThreadFigures(thread, null),
  ]
}

const plan = async (office: Client, zones: readonly { id: number }[]): Promise<void> => {
  const at = (hour: number): string => new Date(Date.parse(`${DATE}T00:00:00+10:00`) + hour * 3_600_000).toISOString()
  const each = BLOCKS / zones.length
  for (const { id: zone_id } of zones) {
    const service_plans = Array.from({ length: each }, (_, index) => {
      const start = 6 + Math.floor(index / ROWS) * HOURS + (index % 7) / 6
      const metadata = { shift: String((index % ROWS) + 1) }
      return { create: { zone_id, start_time: at(start), end_time: at(start + 3), metadata } }
    })
    await office.call(api.servicePlans.bulkCreateAndUpdate, { body: { service_plans } })
  }
}

/** Presses on a block in sight; the answer moves it to and fro. */
const takeHold = async (page: Page): Promise<() => Promise<void>> => {
  const box = await page.locator('[data-plan]').nth(2).boundingBox()
  if (box === null) throw new Error('No block is in sight')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + MOVE_PX, y)
  return async () => {
    for (let move = 1; move <= MOVES; move++) {
      const by = (move % 50) * MOVE_PX
      await page.mouse.move(x + by, y + (Math.floor(move / 25) % 4) * 34)
    }
  }
}
