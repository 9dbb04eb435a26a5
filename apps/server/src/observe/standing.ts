import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { newestBackup } from '../backup/folder.ts'
import { packAges } from '../continuity/ages.ts'
import type { Deps } from '../deps.ts'

/** Figures are read at most this often, whoever asks. */
const FRESH_MS = 15_000
/** A vehicle on the road that has told no position for so long has no signal. */
const SILENT_S = 120

type Figure = { name: string; labels: Record<string, string>; value: number }

const help: Readonly<Record<string, string>> = {
  bookings_open: 'Bookings that are not over, by status',
  promises_at_risk: 'Bookings that are expected later than promised',
  vehicles_without_signal: `Vehicles on the road without a position for ${SILENT_S} seconds`,
  jobs_last_success_seconds: 'When each job last ended well, in seconds since 1970',
  outbox_waiting: 'Mail that waits to be sent',
  messages_last_day: 'Messages to passengers of the last 24 hours, by event, channel and state',
  messages_waiting_seconds: 'Age of the oldest message that is due and waits, without calls; 0 where none does',
  db_size_bytes: 'Size of the database',
  table_rows: 'Rows of each table, as the planner estimates them',
  db_pool_in_use: 'Connections that are at work',
  disk_free_bytes: 'Room on the disk of the data folder',
  disk_free_share: 'Share of the disk of the data folder that is free',
  disk_low: 'Whether there is so little room that positions are thinned and exports refused',
  operating_warnings: 'What superadmins were told of by mail and is not over, by kind',
  backup_age_seconds: 'Age of the newest good backup',
  continuity_age_seconds:
    'Age of the newest pack of the region whose pack is oldest, for each folder; infinite where there is none',
}

/** What stands in the database, on the disk and in the folder of backups: the same for all processes that share them. */
export const observeStanding = (register: Registry, deps: Deps): void => {
  let read: { at: number; figures: Promise<Figure[]> } | null = null
  const figures = (): Promise<Figure[]> => {
    const now = deps.clock.monotonic()
    if (read === null || now - read.at > FRESH_MS) {
      const asked = readAll(deps).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'figures could not be read')
        return []
      })
      read = { at: now, figures: asked }
    }
    return read.figures
  }
  const labelsOf: Readonly<Record<string, string[]>> = {
    bookings_open: ['status'],
    jobs_last_success_seconds: ['job'],
    messages_last_day: ['event', 'channel', 'state'],
    table_rows: ['table'],
    operating_warnings: ['kind'],
    continuity_age_seconds: ['folder'],
  }
  for (const name of Object.keys(help)) {
    const labelNames = labelsOf[name] ?? []
    const gauge = new Gauge({
      name,
      help: help[name] ?? '',
      labelNames,
      registers: [register],
      async collect() {
        // Without a figure there is no line, rather than one that says 0.
        if (labelNames.length === 0) gauge.remove()
        else gauge.reset()
        for (const one of await figures()) if (one.name === name) gauge.set(one.labels, one.value)
      },
    })
  }
}

const readAll = async (deps: Deps): Promise<Figure[]> => {
  const [stored, backup, packs] = await Promise.all([readDatabase(deps), readBackup(deps), readPacks(deps)])
  return [
    ...stored,
    ...readDisk(deps),
    ...backup,
    ...packs,
    { name: 'db_pool_in_use', labels: {}, value: deps.usage.inUse() },
  ]
}

const readDatabase = async ({ db, clock }: Deps): Promise<Figure[]> => {
  const now = clock.now()
  const { rows } = await sql<Figure>`
    select 'bookings_open' as name, jsonb_build_object('status', status) as labels, count(*)::float8 as value
      from service_requests where status in ('created', 'assigned', 'unassigned', 'secured', 'on_board') group by status
    union all select 'promises_at_risk', '{}', count(*) from service_requests r
      left join trip_stops p on p.id = r.pickup_trip_stop_id left join trip_stops d on d.id = r.dropoff_trip_stop_id
      where r.status in ('assigned', 'secured', 'on_board')
        and ((r.status <> 'on_board' and p.eta > r.promised_pickup_upper_bound) or d.eta > r.promised_dropoff_upper_bound)
    union all select 'vehicles_without_signal', '{}', count(*) from trips t left join trip_monitors m on m.trip_id = t.id
      where t.current_state in ('live', 'in_transit')
        and coalesce(m.recorded_at, '-infinity') < ${now}::timestamptz - ${SILENT_S} * interval '1 second'
    union all select 'jobs_last_success_seconds', jsonb_build_object('job', name), extract(epoch from last_run_at)
      from jobs where last_error is null and last_run_at is not null
    union all select 'outbox_waiting', '{}', count(*) from outbox_mails where sent_at is null and text is not null
    union all select 'operating_warnings', jsonb_build_object('kind', kind), 1 from operating_warnings
    union all select 'messages_last_day', jsonb_build_object('event', event, 'channel', coalesce(channel, 'none'),
        'state', state), count(*) from messages
      where created_at > ${now}::timestamptz - interval '1 day' group by event, channel, state
    union all select 'messages_waiting_seconds', '{}', coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0)
      from messages where state in ('queued', 'sending') and channel is distinct from 'call' and due_at <= ${now}
    union all select 'db_size_bytes', '{}', pg_database_size(current_database())
    union all select 'table_rows', jsonb_build_object('table', relname), reltuples from pg_class
      where reltuples >= 0 and relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

const readDisk = ({ disk }: Deps): Figure[] => {
  const room = disk.room()
  if (room === null) return []
  return [
    { name: 'disk_free_bytes', labels: {}, value: room.free },
    { name: 'disk_free_share', labels: {}, value: room.total === 0 ? 1 : room.free / room.total },
    { name: 'disk_low', labels: {}, value: disk.low() ? 1 : 0 },
  ]
}

const readBackup = async ({ config: { backupFolder }, clock }: Deps): Promise<Figure[]> => {
  if (backupFolder === null) return []
  const now = clock.wall()
  const newest = await newestBackup(backupFolder, now)
  if (newest === null) return []
  return [{ name: 'backup_age_seconds', labels: {}, value: (now.getTime() - newest.moment.getTime()) / 1000 }]
}

/** Folders are told by number: a path says nothing to an alert. */
const readPacks = async (deps: Deps): Promise<Figure[]> =>
  (await packAges(deps)).map((value, index) => ({
    name: 'continuity_age_seconds',
    labels: { folder: String(index + 1) },
    value,
  }))
