// `npm run bench screens -- NAME [--vehicles 500] [--seconds 20] [--json FILE]`: a page of the built portal in Chromium
// under load, with figures from the browser's own trace. Build the portal first (`npm run build`).
import { parseArgs } from 'node:util'
import { report } from './figures/figures.ts'
import type { Screen } from './screens/screen.ts'

const screens: Record<string, () => Promise<{ screen: Screen }>> = {
  bookings: () => import('./screens/bookings.ts'),
  monitoring: () => import('./screens/monitoring.ts'),
  timeline: () => import('./screens/timeline.ts'),
}
const args = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    vehicles: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
  },
})
const load = screens[args.positionals[0] ?? '']
if (load === undefined) {
  process.stderr.write(`npm run bench screens -- NAME. There are: ${Object.keys(screens).join(', ')}\n`)
  process.exit(1)
}
const { screen } = await load()
const options = { vehicles: Number(args.values.vehicles), seconds: Number(args.values.seconds) }
await report(await screen(options), args.values.json)
// Servers and browsers have been closed; connections that are kept alive would hold the process.
process.exit(0)
