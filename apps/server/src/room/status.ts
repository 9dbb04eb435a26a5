import { sql } from 'kysely'
import { type InstallationStatus, PACE_DAYS } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Wire } from '../http/bind.ts'
import { databaseBytes } from './measure.ts'

const DAY_MS = 24 * 3600_000
const LARGEST = 10

type Measured = { day: string; bytes: number }

/** Bytes more a day, between the first and the last of the days; null for one day alone. */
export const paceOf = (days: readonly Measured[]): number | null => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first.day === last.day) return null
  return (last.bytes - first.bytes) / ((Date.parse(last.day) - Date.parse(first.day)) / DAY_MS)
}

/** Whole days until nothing is free; null where the room grows, or stays, or no pace is known. */
export const fullIn = (free: number, perDay: number | null): number | null =>
  perDay === null || perDay <= 0 ? null : Math.floor(free / perDay)

export const installationStatus = async (deps: Deps): Promise<Wire<InstallationStatus>> => {
  const { db, config, clock } = deps
  const days = await measuredDays(deps)
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return {
    version: config.version,
    uptime_seconds: Math.floor(process.uptime()),
    now: clock.wall(),
    database: {
      kind: config.databaseUrl === null ? 'embedded' : 'postgresql',
      version: rows[0]?.version ?? '',
      bytes: await databaseBytes(db),
    },
    disk: diskOf(deps, days),
    days,
    tables: await largestTables(deps, days),
  }
}

type Days = InstallationStatus['days']

/** Those that the pace is taken of, from the newest back. */
const measuredDays = async ({ db }: Pick<Deps, 'db'>): Promise<Days> => {
  const { rows } = await sql<Days[number]>`
    select day::text as day, database_bytes::float8 as database_bytes, free_bytes::float8 as free_bytes from room_days
    where day >= (select max(day) from room_days) - ${PACE_DAYS}::int order by room_days.day`.execute(db)
  return rows
}

const diskOf = ({ disk, config }: Deps, days: Days): InstallationStatus['disk'] => {
  const room = disk.room()
  if (room === null) return null
  const taken = days.flatMap(({ day, free_bytes }) => (free_bytes === null ? [] : [{ day, bytes: -free_bytes }]))
  const bytes_per_day = paceOf(taken)
  return {
    folder: config.dataFolder,
    free_bytes: room.free,
    total_bytes: room.total,
    low: disk.low(),
    bytes_per_day,
    full_in_days: fullIn(room.free, bytes_per_day),
  }
}

type Row = { table: string; rows: number | null; counted: boolean } & Measured

const largestTables = async ({ db }: Pick<Deps, 'db'>, days: Days): Promise<InstallationStatus['tables']> => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const { rows } = await sql<Row>`
    with largest as (
      select table_name, bytes as newest from table_days where day = ${last.day}::date
      order by bytes desc, table_name limit ${LARGEST})
    select t.table_name as table, t.day::text as day, t.bytes::float8 as bytes, t.rows::float8 as rows, t.counted
    from largest l join table_days t on t.table_name = l.table_name and t.day between ${first.day}::date and ${last.day}::date
    order by l.newest desc, t.table_name, t.day`.execute(db)
  return [...Map.groupBy(rows, ({ table }) => table)].flatMap(([table, measured]) => {
    const newest = measured.at(-1)
    if (newest === undefined) return []
    const { bytes, rows: count, counted } = newest
    const sizes = measured.map((one) => ({ day: one.day, bytes: one.bytes }))
    return [{ table, bytes, rows: count, counted, bytes_per_day: paceOf(sizes), days: sizes }]
  })
}
