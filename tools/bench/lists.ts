// `npm run bench lists -- [--rows 100000] [--rounds 100] [--again] [--json FILE]`: first and last page, filter and search
// of drivers, vehicles, passengers and bookings at this size, at the API on the embedded database.
import { parseArgs } from 'node:util'
import { api } from '@ambit/contract'
import { type Measured, measured, tell } from './filled/measure.ts'
import { serveFilled } from './filled/serve.ts'

const args = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '100' },
    again: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const count = Number(args.values.rows)
const rounds = Number(args.values.rounds)
const { client, close } = await serveFilled(
  `lists-${count}`,
  { passengers: count, vehicles: count, drivers: count, bookings: count },
  args.values.again,
)
const last = Math.ceil(count / 25)

const people = ['marchetti', 'mar', 'oscar chen', 'zoe.costaab', 'xqz', 'ma', 'example', '0412']
const plates = ['V77', 'toyota', 'AAB', 'hiace toy', 'V99999', 'xqz', 'to']
const places = ['#4321', '77', 'marchetti', 'stop 12', 'oscar chen', 'mar stop 7', 'xqz', 'ma']
const hours = (count: number) =>
  [-count / 2, count / 2].map((away) => new Date(Date.now() + away * 3_600_000).toISOString())
const searched = (list: (search: string) => Promise<unknown>, words: readonly string[]) =>
  words.map((word) => () => list(word))

const rows: Measured[] = []
const measure = async (name: string, calls: readonly (() => Promise<unknown>)[], target: number | null = 50) =>
  void rows.push(await measured(name, calls, rounds, target))

const { drivers, serviceRequests, travelers, vehicles } = api
await measure('drivers, first page', [() => client.call(drivers.list)])
await measure('drivers, last page', [() => client.call(drivers.list, { query: { page: last } })])
await measure('drivers, filter', [
  () => client.call(drivers.list, { query: { filter: { approved: 'false' } } }),
  () => client.call(drivers.list, { query: { filter: { approved: 'true' } } }),
])
await measure(
  'drivers, search',
  searched((search) => client.call(drivers.list, { query: { search } }), people),
)
await measure('vehicles, first page', [() => client.call(vehicles.list)])
await measure('vehicles, last page', [() => client.call(vehicles.list, { query: { page: last } })])
await measure('vehicles, filter', [
  () => client.call(vehicles.list, { query: { filter: { status: 'inactive' } } }),
  () => client.call(vehicles.list, { query: { filter: { status: 'active' } } }),
])
await measure(
  'vehicles, search',
  searched((search) => client.call(vehicles.list, { query: { search } }), plates),
)
await measure('passengers, first page', [() => client.call(travelers.list)])
await measure('passengers, last page', [() => client.call(travelers.list, { query: { page: last } })])
await measure('passengers, filter', [
  () => client.call(travelers.list, { query: { filter: { status: 'blocked' } } }),
  () => client.call(travelers.list, { query: { filter: { status: 'active' } } }),
])
await measure(
  'passengers, search',
  searched((search) => client.call(travelers.list, { query: { search } }), people),
)
await measure('passengers, sorted by name', [
  () => client.call(travelers.list, { query: { sort: 'last_name' } }),
  () => client.call(travelers.list, { query: { sort: '-last_name' } }),
  () => client.call(travelers.list, { query: { sort: '-last_name', page: last } }),
  () => client.call(travelers.list, { query: { sort: 'first_name' } }),
])
await measure('bookings, first page', [() => client.call(serviceRequests.list)])
await measure('bookings, last page', [() => client.call(serviceRequests.list, { query: { page: last } })])
await measure('bookings, filter', [
  () => client.call(serviceRequests.list, { query: { filter: { status: ['cancelled'] } } }),
  () => client.call(serviceRequests.list, { query: { filter: { zone: [3, 7] } } }),
  () => client.call(serviceRequests.list, { query: { filter: { region: [2], status: ['created', 'unassigned'] } } }),
  () => client.call(serviceRequests.list, { query: { filter: { date_range: hours(2) }, sort: 'pickup_lower_bound' } }),
])
await measure(
  'bookings, search',
  searched((search) => client.call(serviceRequests.list, { query: { search } }), places),
)
await tell(rows, args.values.json)
await close()
