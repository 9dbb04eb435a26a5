// `npm run bench search-box -- [--rounds 20] [--again] [--json FILE]`: the global search at 100,000 passengers, 10,000
// vehicles and 1,000,000 bookings, at the API on the embedded database.
import { parseArgs } from 'node:util'
import { api, type SearchType } from '@ambit/contract'
import { measured, tell } from './filled/measure.ts'
import { serveFilled } from './filled/serve.ts'

const args = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    again: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const rounds = Number(args.values.rounds)
const { client, close } = await serveFilled(
  'search-box',
  { passengers: 100_000, vehicles: 10_000, drivers: 2_000, bookings: 1_000_000 },
  args.values.again,
)

const find = (type: SearchType, query: string, page = 1) =>
  client.call(api.search.find, { query: { type: [type], query, page } })
const people = ['mar', 'marchetti', 'oscar chen', 'zoe.costaab', 'xqzw', 'example', '0412', 'maria.silvaab', '#54321']
const words: Record<SearchType, readonly string[]> = {
  drivers: people,
  travelers: people,
  vehicles: ['V777', 'toyota', 'AAB', 'AAB-026', 'aab0260', 'transit ford', 'xqzw', '#4321'],
  regions: ['region', 'region 2'],
  zones: ['zone', 'zone 12'],
  service_requests: ['#654321', '123456', 'mar', 'marchetti', 'oscar chen', 'zoe.costaab', 'xqzw', 'example'],
  trips: ['trip_1', 'trip_12', '#123', 'xqzw'],
}
const kinds = Object.entries(words) as [SearchType, readonly string[]][] // entries forget the keys' type
const rows = []
for (const [type, queries] of kinds) {
  rows.push(
    await measured(
      type,
      queries.map((query) => () => find(type, query)),
      rounds,
    ),
  )
}
rows.push(await measured('passengers, tenth page', [() => find('travelers', 'mar', 10)], rounds))
rows.push(
  await measured(
    'every kind',
    kinds.flatMap(([type, queries]) => queries.map((query) => () => find(type, query))),
    Math.ceil(rounds / 2),
  ),
)
await tell(rows, args.values.json)
await close()
