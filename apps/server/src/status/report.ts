import { type Kysely, sql } from 'kysely'
import { type IncidentState, type StatusPart, statusPartNames, statusParts, type StatusState } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { shownSettings } from '../settings/shown.ts'
import { selectIncidents } from './queries.ts'

export const DAYS_SHOWN = 90
const DAY_MS = 86_400_000
/** The page waits for the database at most so long. */
const WAIT_MS = 1500
/** Whoever asks, the database is asked at most this often. */
const FRESH_MS = 5000

/** What `/status.json` tells: nothing about passengers, vehicles or load. */
export type StatusReport = {
  /** the brand */
  service: string
  /** when this was read from the database; older than now where the database cannot be reached */
  read_at: Date
  database: 'reached' | 'not_reached'
  /** when the parts were measured last; null: not yet */
  measured_at: Date | null
  parts: Part[]
  /** those that are not over, and those that ended in the last 90 days; newest first */
  incidents: Incident[]
}
export type Part = {
  part: StatusPart
  name: string
  state: StatusState
  since: Date
  /** the last 90 days in UTC, oldest first; minutes null: not measured */
  days: { day: string; minutes: { disturbed: number; down: number } | null }[]
}
export type Incident = {
  id: number
  title: string
  parts: StatusPart[]
  /** null: everywhere */
  region_name: string | null
  planned: boolean
  starts_at: Date
  ends_at: Date | null
  state: IncidentState
  /** oldest first */
  updates: { at: string; text: string }[]
  updated_at: Date
}

/**
 * Answers what `/status` tells, at once: read from the database, or as it was known last while the database does not
 * answer. null: it has not answered since this process started.
 */
export const createStatusBoard = ({
  db,
  clock,
  log,
  config,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>): (() => Promise<StatusReport | null>) => {
  let known: StatusReport | null = null
  let open: Promise<boolean> | null = null
  const read = async (): Promise<boolean> => {
    try {
      known = await readReport(db, config, clock.wall())
      return true
    } catch (error) {
      log.warn({ err: error }, 'the status could not be read')
      return false
    } finally {
      open = null
    }
  }
  return async () => {
    if (known !== null && Math.abs(clock.wall().getTime() - known.read_at.getTime()) < FRESH_MS) return known
    open ??= read()
    const moment = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => moment.resolve(false), WAIT_MS)
    const reached = await Promise.race([open, moment.promise])
    clearTimeout(timer)
    return reached || known === null ? known : { ...known, database: 'not_reached' }
  }
}

const readReport = async (db: Kysely<DB>, config: Pick<Config, 'brand'>, now: Date): Promise<StatusReport> => {
  const from = new Date(now.getTime() - (DAYS_SHOWN - 1) * DAY_MS)
  const [{ brand }, states, days, incidents] = [
    await shownSettings(db, config),
    await db.selectFrom('status_parts').selectAll().execute(),
    await db
      .selectFrom('status_days')
      .select([sql<string>`day::text`.as('day'), 'part', 'disturbed_minutes', 'down_minutes'])
      .execute(),
    await selectIncidents(db, now)
      .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', from)]))
      .orderBy('starts_at', 'desc')
      .limit(100)
      .execute(),
  ]
  const minutes = new Map(
    days.map(({ day, part, disturbed_minutes, down_minutes }) => [
      `${day} ${part}`,
      { disturbed: Math.round(disturbed_minutes), down: Math.round(down_minutes) },
    ]),
  )
  const shown = Array.from({ length: DAYS_SHOWN }, (_, index) =>
    new Date(from.getTime() + index * DAY_MS).toISOString().slice(0, 10),
  )
  const parts = statusParts.flatMap((part) => {
    const now = states.find((one) => one.part === part)
    if (now === undefined) return []
    return {
      part,
      name: statusPartNames[part],
      state: now.state,
      since: now.since,
      days: shown.map((day) => ({ day, minutes: minutes.get(`${day} ${part}`) ?? null })),
    }
  })
  return {
    service: brand,
    measured_at: states.map(({ measured_at }) => measured_at).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    read_at: now,
    database: 'reached',
    parts,
    incidents: incidents.map(({ created_at: _made, version: _version, region_id: _region, ...shown }) => shown),
  }
}
