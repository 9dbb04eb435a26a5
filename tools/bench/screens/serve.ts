import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Client } from '@ambit/contract'
import { openStreets } from '@ambit/streets'
import { launchChromium, type Page } from '../../../e2e/chromium.ts'
import { ensureDemoTown } from '../../../apps/server/src/cli/streets.ts'
import { startTestServer, type TestServer } from '../../../apps/server/src/testing/server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SEED = 7
const TICK_MS = 50
const WINDOW = { width: 1440, height: 900 }

/** The real server with the built portal on the demo town's streets, without records; its clock goes on from `now`. */
export const serveScreens = async (now: string) => {
  const portalFolder = join(ROOT, 'apps/portal/dist')
  if (!existsSync(join(portalFolder, 'index.html'))) throw new Error('Build the portal first: npm run build')
  const data = join(ROOT, 'data/bench')
  await ensureDemoTown({ data, seed: SEED })
  const streetsFolder = join(data, 'streets', `demo-town-${SEED}`)
  const streets = await openStreets(streetsFolder)
  const server = await startTestServer({ now, streets, streetsFolder, config: { portalFolder, checkAnswers: false } })
  const [from, began] = [Date.parse(now), performance.now()]
  const ticking = setInterval(() => server.deps.clock.set(new Date(from + performance.now() - began)), TICK_MS)
  return {
    server,
    streets,
    close: async () => {
      clearInterval(ticking)
      await server.close()
    },
  }
}

/** A page of the portal, signed in, before it has gone anywhere. */
export const openPage = async (server: TestServer) => {
  const browser = await launchChromium()
  const context = await browser.newContext({ viewport: WINDOW })
  await context.addCookies((await server.cookies('superadmin')).map((cookie) => ({ ...cookie, url: server.url })))
  return { page: await context.newPage(), close: () => browser.close() }
}

/** The portal goes to another of its addresses without being loaded again. */
export const goWithin = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** A region with so many zones, side by side over the streets. */
export const layOutZones = async (
  office: Client,
  [west, south, east, north]: readonly [number, number, number, number],
  count: number,
) => {
  const time_zone = 'Australia/Brisbane'
  const { data: region } = await office.call(api.regions.create, { body: { name: 'Bench', time_zone } })
  const width = (east - west) / count
  const zones = []
  for (let i = 0; i < count; i++) {
    const name = `Zone ${String(i + 1).padStart(2, '0')}`
    const { data: zone } = await office.call(api.zones.create, {
      body: { name, abbreviation: `Z${i + 1}`, region_id: region.id, time_zone },
    })
    const [left, right] = [west + i * width, west + (i + 1) * width]
    const ring: [number, number][] = [
      [left, south],
      [right, south],
      [right, north],
      [left, north],
    ]
    await office.call(api.serviceAreas.create, { body: { zone_id: zone.id, name, coordinates: [ring] } })
    zones.push({ ...zone, box: [left, south, right, north] as const })
  }
  return { region, zones }
}
