// `npm run bench screens -- NAME [--vehicles 500] [--every 4] [--minutes 20] [--json FILE]`: a page of the built portal
// in Chromium under load, with figures from the browser's own trace. Build the portal first (`npm run build`).
import { parseArgs } from 'node:util'
import { report } from './figures/figures.ts'
import type { Screen } from './screens/screen.ts'

const screens: Record<string, () => Promise<{ screen: Screen }>> = {
  board: () => import('./screens/board.ts'),
  bookings: () => import('./screens/bookings.ts'),
  monitoring: () => import('./screens/monitoring.ts'),
  timeline: () => import('./screens/timeline.ts'),
}
const args = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    vehicles: { type: 'string', default: '500' },
    every: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '0' },
  },
})
const load = screens[args.positionals[0] ?? '']
if (load === undefined) {
  process.stderr.write(`npm run bench screens -- NAME. There are: ${Object.keys(screens).join(', ')}\n`)
  process.exit(1)
}
const { screen } = await load()
const { vehicles, every, minutes } = args.values
const options = { vehicles: Number(vehicles), every: Number(every), minutes: Number(minutes) }
await report(await screen(options), args.values.json)
// Servers and browsers have been closed; connections that are kept alive would hold the process.
process.exit(0)
