// `npm run bench audit -- [--rounds 400] [--events 1000000] [--json FILE]`: what the audit costs a change, by turns with its
// triggers and without, through HTTP on the embedded database; then sealing, checking and reading so many events.
import { parseArgs } from 'node:util'
import { api } from '@ambit/contract'
import { type Kysely, sql } from 'kysely'
import { sealEvents } from '../../apps/server/src/audit/seal.ts'
import { verifySeals } from '../../apps/server/src/audit/verify.ts'
import type { DB } from '../../apps/server/src/database/schema.ts'
import { type Figure, quantile, report } from './figures/figures.ts'
import { measured } from './filled/measure.ts'
import { serveFilled } from './filled/serve.ts'

const args = parseArgs({
  options: {
    rounds: { type: 'string', default: '400' },
    events: { type: 'string', default: '1000000' },
    json: { type: 'string' },
  },
})
const rounds = Number(args.values.rounds)
const events = Number(args.values.events)
const TARGETS = { change: 3, verify: 60, list: 500 }

const figures: Figure[] = []
const note = (measure: string, value: number, unit: string, target: number | null = null): void =>
  void figures.push({ measure, value, unit, target })

const { client, db, close } = await serveFilled(
  'audit',
  { passengers: 100, vehicles: 10, drivers: 10, bookings: 0 },
  true,
)

/** Of the whole process, client and database included: which other load on the machine does not change. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Ten changes with the triggers, ten without, and so on. */
const costOfAChange = async (): Promise<void> => {
  const BLOCK = 10
  const times: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] }
  const processor: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] }
  const { data } = await client.call(api.travelers.list)
  const ids = data.map(({ id }) => id)
  for (let round = 0; round < rounds; round += 1) {
    const way = Math.floor(round / BLOCK) % 2 === 0 ? 'enable' : 'disable'
    if (round % BLOCK === 0) await sql.raw(`alter table travelers ${way} trigger audit`).execute(db)
    const params = { id: ids[round % ids.length] ?? 0 }
    const before = processorMs()
    const from = performance.now()
    await client.call(api.travelers.update, { params, body: { phone_number: `+61 7 ${5_550_0000 + round}` } })
    if (round < 2 * BLOCK) continue
    times[way].push(performance.now() - from)
    processor[way].push(processorMs() - before)
  }
  await sql.raw('alter table travelers enable trigger audit').execute(db)
  const [withAudit, without] = [quantile(times.enable, 0.5), quantile(times.disable, 0.5)]
  note('a change with the audit, median', withAudit, 'ms')
  note('a change without, median', without, 'ms')
  note('what the audit costs a change', withAudit - without, 'ms', TARGETS.change)
  const cost = quantile(processor.enable, 0.5) - quantile(processor.disable, 0.5)
  note('  processor time, client and database included', cost, 'ms', TARGETS.change)
}

/** As they come from many users: passengers whose telephone changes. */
const write = async (into: Kysely<DB>, count: number): Promise<void> => {
  const AT_ONCE = 10_000
  for (let written = 0; written < count; written += AT_ONCE)
    await sql`
      select audit_write(jsonb_build_object('kind', 'change', 'actor_kind', 'user', 'actor_id', n % 40,
        'actor_name', 'Oscar Lindqvist ' || n % 40, 'action', 'travelers.update', 'via', 'portal',
        'record_kind', 'travelers', 'record_id', (n % 50000)::text, 'record_name', 'Mia Moreau ' || n % 50000,
        'region_id', n % 4 + 1, 'operation', 'changed', 'request_id', 'request-' || n, 'address', '10.0.0.' || n % 200,
        'personal', '["phone_number"]'::jsonb, 'changes', jsonb_build_object('phone_number',
          jsonb_build_object('before', '+61 7 ' || n, 'after', '+61 7 ' || n + 1))))
      from generate_series(${written}::int, ${Math.min(written + AT_ONCE, count) - 1}::int) n`.execute(into)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

const readMany = async (): Promise<void> => {
  const list = (filter: object, search?: string) => () =>
    client.call(api.auditEvents.list, { query: { filter, ...(search === undefined ? {} : { search }) } })
  const asked = {
    'first page': list({ kind: ['change'] }),
    'one record': list({ record_kind: ['travelers'], record_id: ['4711'] }),
    'one user': list({ kind: ['change'], actor_kind: ['user'], actor: [7] }),
    'one region': list({ kind: ['change'], region: [2] }),
    'one request': list({ request: ['request-4711'] }),
    'one address': list({ address: ['10.0.0.77'] }),
    'a field that never changed': list({ field: ['email'] }),
    'an action that never was': list({ action: ['drivers.destroy'] }),
    'deleted records': list({ kind: ['change'], operation: ['deleted'] }),
    'searched, one match': list({}, '4711'),
    'searched, no match': list({}, 'xqzxqz'),
  }
  for (const [name, call] of Object.entries(asked)) {
    const { p95 } = await measured(name, [call], 10)
    note(`list, ${name}, p95`, p95, 'ms', TARGETS.list)
  }
}

await costOfAChange()
note(`writing ${events} events`, await timed(() => write(db, events)), 's')
note('sealing them', await timed(() => sealEvents(db, new Date())), 's')
let found: unknown = null
note(
  'checking all seals',
  await timed(async () => {
    found = (await verifySeals(db)).problem
  }),
  's',
  TARGETS.verify,
)
if (found !== null) throw new Error(String(found))
await sql`analyze audit_events`.execute(db)
await readMany()
await close()
await report(figures, args.values.json)
