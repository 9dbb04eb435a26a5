// `npm run bench health -- [--rows 339000] [--json FILE]`: `ambit health` over so many bookings with their histories, a
// trip of ten stops for every twenty of them, on the embedded database: its time and its memory.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '../../apps/server/src/database/open.ts'
import type { DB } from '../../apps/server/src/database/schema.ts'
import { findViolations } from '../../apps/server/src/invariants/invariants.ts'
import { checkPages } from '../../apps/server/src/health/pages.ts'
import { type Figure, report } from './figures/figures.ts'
import { serveFilled } from './filled/serve.ts'

const args = parseArgs({
  options: {
    rows: { type: 'string', default: '339000' },
    json: { type: 'string' },
    fill: { type: 'boolean', default: false },
  },
})
const count = Number(args.values.rows)
const name = `health-${count}`
const dataFolder = join(import.meta.dirname, '../../data/bench', name)
const TARGET_MB = 300
const MB = 1024 * 1024

const open = () =>
  openDatabase({ databaseUrl: null, dataFolder }, (error) => {
    throw error
  })

const addHistories = async (db: Kysely<DB>): Promise<void> => {
  await sql`insert into service_request_histories (service_request_id, status, user_type, created_at)
    select r.id, entry.status, 'engine', r.created_at from service_requests as r,
      lateral (values (1, 'created'), (2, 'assigned'), (3, r.status)) as entry (at, status)
    where at = 1 or (at = 2 and r.status = 'no_show') or (at = 3 and r.status <> 'created') order by r.id, at`.execute(
    db,
  )
  await sql`insert into trips (name, zone_id, current_state, start_datetime, end_datetime, created_at, updated_at)
    select 'Trip ' || i, 1 + i % 20, 'cancelled', now(), now(), now(), now()
    from generate_series(1, ${sql.lit(Math.ceil(count / 20))}) as i`.execute(db)
  await sql`insert into trip_stops (trip_id, location_id, location_index, scheduled_at, scheduled_departure_at)
    select trips.id, 1 + i, i, now(), now() from trips, generate_series(0, 9) as i`.execute(db)
}

if (args.values.fill) {
  const { close } = await serveFilled(name, { passengers: 1000, vehicles: 10, drivers: 10, bookings: count }, false)
  await close()
  const { db, close: end } = await open()
  await addHistories(db)
  await end()
} else {
  // In a process of its own, whose memory does not count.
  if (!existsSync(dataFolder)) {
    const filling = [import.meta.filename, '--fill', '--rows', String(count)]
    const { status } = spawnSync(process.execPath, filling, { stdio: 'inherit' })
    if (status !== 0) throw new Error(`The database was not filled: remove ${dataFolder} and try again`)
  }
  const database = await open()
  const figures: Figure[] = []
  const timed = async (measure: string, work: () => Promise<unknown>): Promise<void> => {
    const from = performance.now()
    await work()
    figures.push({ measure, value: (performance.now() - from) / 1000, unit: 's', target: null })
  }
  let violations = 0
  await timed('reading every page', () => checkPages(database))
  let [heap, whole] = [0, 0]
  const sampling = setInterval(() => {
    heap = Math.max(heap, process.memoryUsage().heapTotal)
    whole = Math.max(whole, process.memoryUsage.rss())
  }, 50)
  await timed(`checking ${count} bookings`, () => findViolations(database.db, 'all', () => violations++))
  clearInterval(sampling)
  await database.close()
  figures.push(
    { measure: 'violations', value: violations, unit: '', target: 0 },
    { measure: 'most heap, which depends on what is checked', value: heap / MB, unit: 'MB', target: TARGET_MB },
    { measure: 'most memory, with the embedded database', value: whole / MB, unit: 'MB', target: null },
  )
  await report(figures, args.values.json)
}
