import { addDays, createServiceDays, isOpen, refuseTime, type ServiceDays } from '@ambit/domain'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { rulesOfZones, specialDaysOfZones } from './queries.ts'

/** How far ahead the next opening is looked for. */
const LOOK_AHEAD_DAYS = 60

/** The service hours of today and tomorrow of each zone that the app may book. */
export const hoursOfApp = async (db: Kysely<DB>, app: number, now: Date) => {
  const zones = await db
    .selectFrom('zones')
    .innerJoin('regions', 'regions.id', 'zones.region_id')
    .where('zones.status', '=', 'active')
    .where('regions.status', '=', 'active')
    .where((eb) => eb(eb.val(app), '=', eb.fn.any('zones.allowed_apps')))
    .select(['zones.id', 'zones.name', 'zones.time_zone'])
    .orderBy('zones.name')
    .execute()
  if (zones.length === 0) return []
  const ids = zones.map(({ id }) => id)
  const rulesOf = Map.groupBy(await rulesOfZones(db, ids), ({ zone_id }) => zone_id)
  const specialDaysOf = Map.groupBy(await specialDaysOfZones(db, ids), ({ zone_id }) => zone_id)
  return zones.map(({ id, name, time_zone }) => {
    const [rules, special_days] = [rulesOf.get(id) ?? [], specialDaysOf.get(id) ?? []]
    const days = createServiceDays({ time_zone, rules, special_days })
    return { zone_id: id, name, time_zone, ...hoursAt(days, time_zone, now) }
  })
}

const hoursAt = (days: ServiceDays, time_zone: string, now: Date) => {
  const moment = now.getTime()
  const open_now = isOpen(days, moment)
  const wish = { now: moment, begins: moment, ends: moment, leave_now: false }
  const refused = open_now ? null : refuseTime({ time_zone, horizon_days: LOOK_AHEAD_DAYS, days }, wish)
  const next = refused !== null && 'next' in refused ? refused.next : null
  const { date } = days.at(moment)
  return {
    open_now,
    opens_at: next === null ? null : new Date(next),
    days: [date, addDays(date, 1)].map((day) => dayOf(days, day)),
  }
}

const dayOf = (days: ServiceDays, date: string) => {
  const { open, special } = days.on(date)
  return {
    date,
    special: special === null ? null : { name: special.name, notice: special.notice },
    spans: open?.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) })) ?? null,
  }
}
