// `npm run bench first-load -- [--json FILE]`: the first visit to each app for phones, in Chromium on a processor four
// times slower, at 50 KB/s and with a delay of 400 ms: what is transferred, and when the first field can be used. Build
// the apps first (`npm run build`).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/server.ts'
import { launchChromium } from '../../e2e/chromium.ts'
import { type Figure, ms, report } from './figures/figures.ts'

const { values } = parseArgs({ options: { json: { type: 'string' }, slower: { type: 'string', default: '4' } } })
const KB = 1000
/** RIDE-03; the driver's app has no such limit */
const USABLE_WITHIN_MS = 5000

const apps = [
  { app: 'Drive', folder: 'driver', script: 180, styles: 25, field: 'Username', within: null },
  {
    app: 'Ride',
    folder: 'rider',
    script: 150,
    styles: 25,
    field: 'E-mail address or phone number',
    within: USABLE_WITHIN_MS,
  },
] as const

const distOf = (folder: string): string => {
  const dist = join(import.meta.dirname, '../../apps', folder, 'dist')
  if (!existsSync(join(dist, 'index.html'))) throw new Error('Build the apps first: npm run build')
  return dist
}

type Visit = { usable: number; bytes: Map<string, number> }

/** A visitor whom no cache knows; the line and the processor are slow for the page alone. */
const visit = async (server: TestServer, { app, field }: (typeof apps)[number]): Promise<Visit> => {
  const browser = await launchChromium()
  try {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-AU' })).newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50 * KB,
      uploadThroughput: 50 * KB,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) })
    const types = new Map<string, string>()
    const bytes = new Map<string, number>()
    devtools.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? 'Other'
      bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength)
    })
    const from = performance.now()
    await page.goto(`${server.url}/${app}`, { waitUntil: 'commit' })
    await page.getByRole('textbox', { name: field }).click({ timeout: 120_000 })
    return { usable: performance.now() - from, bytes: new Map(bytes) }
  } finally {
    await browser.close()
  }
}

/** What the worker fetches after the visit too: a file with a name of its own is asked for once. */
const askedTwice = async (server: TestServer, { app, field }: (typeof apps)[number]): Promise<number> => {
  const asked = new Map<string, number>()
  server.app.server.on('request', ({ url = '' }) => void asked.set(url, (asked.get(url) ?? 0) + 1))
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`${server.url}/${app}`)
    await page.getByRole('textbox', { name: field }).waitFor({ timeout: 120_000 })
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    return [...asked].filter(([url, times]) => url.startsWith(`/${app}/assets/`) && times > 1).length
  } finally {
    await browser.close()
  }
}

const config = { driverFolder: distOf('driver'), rideFolder: distOf('rider') }
const server = await startTestServer({ config })
const rows: Figure[] = []
for (const one of apps) {
  const { usable, bytes } = await visit(server, one)
  const kb = (measure: string, type: string, target: number): Figure => ({
    measure: `/${one.app}: ${measure}`,
    value: (bytes.get(type) ?? 0) / KB,
    unit: 'KB',
    target,
  })
  rows.push(
    kb('script', 'Script', one.script),
    kb('styles', 'Stylesheet', one.styles),
    ms(`/${one.app}: until the first field can be used`, usable, one.within),
    { measure: `/${one.app}: named files asked for twice`, value: await askedTwice(server, one), unit: '', target: 0 },
  )
}
await report(rows, values.json)
await server.close()
process.exit(0)
