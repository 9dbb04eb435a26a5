import { addDays, createServiceDays, isOpen, refuseTime, type ServiceDays } from '@ambit/domain'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { rulesOfZone, specialDaysOfZone } from './queries.ts'

/** How far ahead the next opening is looked for. */
const LOOK_AHEAD_DAYS = 60

/** The service hours of today and tomorrow of each zone that the app may book and that has some. */
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
  const told = []
  for (const zone of zones) {
    const [rules, special_days] = [await rulesOfZone(db, zone.id), await specialDaysOfZone(db, zone.id)]
    const days = createServiceDays({ time_zone: zone.time_zone, rules, special_days })
    told.push({ zone_id: zone.id, name: zone.name, time_zone: zone.time_zone, ...hoursAt(days, zone.time_zone, now) })
  }
  return told
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
