import { api, type BookingRulesInput, type SpecialDayInput } from '@ambit/contract'
import { createServiceDays } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Actor, Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import { holidaysOf } from './holidays.ts'
import {
  findRules,
  findSpecialDay,
  lockRules,
  lockSpecialDay,
  rulesOfZone,
  specialDaysOfZone,
  zoneClock,
} from './queries.ts'
import { outOfDay, touchedBySpecialDay } from './touches.ts'

type Rules = Partial<z.output<typeof BookingRulesInput>>
type Day = Partial<z.output<typeof SpecialDayInput>>

/** What may be booked in a zone. Every change is made under the zone's lock: of two bookings at once both meet one rule. */
export const routes: Module = (bind, deps) => {
  const { db } = deps
  const zoneOf = async (actor: Actor, id: number) => {
    const zone = await zoneClock(db, regionScope(actor), id)
    if (zone === undefined) throw notFound()
    return zone
  }

  bind(api.bookingRules.list, async ({ params, actor }) => ({
    data: await rulesOfZone(db, (await zoneOf(actor, params.id)).id),
  }))

  bind(api.bookingRules.create, async ({ params, body, actor, keep }) => {
    const { id: zone_id } = await zoneOf(actor, params.id)
    requireWithinDay(body.hours, body.day_starts)
    return changePlan(deps, zone_id, null, async ({ tx, now }) => {
      await refuseTwice(tx, zone_id, null, body.holds_from)
      const { id } = await tx
        .insertInto('booking_rules')
        .values({ ...rulesColumns(body), holds_from: body.holds_from, zone_id, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'booking_rules', id)
      return keep(tx, { data: (await findRules(tx, id))! }) // inserted above
    })
  })

  bind(api.bookingRules.update, async ({ params: { id }, body, version, actor }) => {
    const { zone_id } = fresh(await lockRules(db, regionScope(actor), id), version)
    return changePlan(deps, zone_id, null, async ({ tx, now }) => {
      const current = fresh(await lockRules(tx, regionScope(actor), id), version)
      requireWithinDay(
        body.hours ?? (body.hours === null ? null : current.hours),
        body.day_starts ?? current.day_starts,
      )
      await refuseTwice(tx, zone_id, id, body.holds_from)
      await tx
        .updateTable('booking_rules')
        .set({ ...rulesColumns(body), updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'booking_rules', id)
      return { data: (await findRules(tx, id))! } // locked above
    })
  })

  bind(api.bookingRules.destroy, async ({ params: { id }, version, actor }) => {
    const { zone_id } = fresh(await lockRules(db, regionScope(actor), id), version)
    return changePlan(deps, zone_id, null, async ({ tx }) => {
      fresh(await lockRules(tx, regionScope(actor), id), version)
      await recordChanged(tx, 'booking_rules', id)
      await tx.deleteFrom('booking_rules').where('id', '=', id).execute()
      return undefined
    })
  })

  bind(api.specialDays.list, async ({ params, actor }) => ({
    data: await specialDaysOfZone(db, (await zoneOf(actor, params.id)).id),
  }))

  bind(api.specialDays.create, async ({ params, body, actor, keep }) => {
    const zone = await zoneOf(actor, params.id)
    return changePlan(deps, zone.id, null, async ({ tx, now }) => {
      await refuseSpecial(tx, zone, null, body)
      const { id } = await tx
        .insertInto('special_days')
        .values({ ...body, hours: JSON.stringify(body.hours), zone_id: zone.id, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'special_days', id)
      return keep(tx, { data: (await findSpecialDay(tx, id))! }) // inserted above
    })
  })

  bind(api.specialDays.update, async ({ params: { id }, body, version, actor }) => {
    const before = fresh(await lockSpecialDay(db, regionScope(actor), id), version)
    const zone = await zoneOf(actor, before.zone_id)
    return changePlan(deps, zone.id, null, async ({ tx, now }) => {
      const current = fresh(await lockSpecialDay(tx, regionScope(actor), id), version)
      await refuseSpecial(tx, zone, id, { date: current.date, hours: current.hours, ...body })
      const { hours, ...columns } = body
      await tx
        .updateTable('special_days')
        .set({ ...columns, ...(hours === undefined ? {} : { hours: JSON.stringify(hours) }), updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'special_days', id)
      return { data: (await findSpecialDay(tx, id))! } // locked above
    })
  })

  bind(api.specialDays.destroy, async ({ params: { id }, version, actor }) => {
    const { zone_id } = fresh(await lockSpecialDay(db, regionScope(actor), id), version)
    return changePlan(deps, zone_id, null, async ({ tx }) => {
      fresh(await lockSpecialDay(tx, regionScope(actor), id), version)
      await recordChanged(tx, 'special_days', id)
      await tx.deleteFrom('special_days').where('id', '=', id).execute()
      return undefined
    })
  })

  bind(api.specialDays.touches, async ({ params, body, actor }) => ({
    data: await touchedBySpecialDay(db, await zoneOf(actor, params.id), body),
  }))

  bind(api.specialDays.holidays, async ({ query }) => ({
    data: await holidaysOf(query.country, query.year),
  }))
}

const rulesColumns = ({ hours, cut_off, ...columns }: Rules) => ({
  ...columns,
  ...(hours === undefined ? {} : { hours: hours === null ? null : JSON.stringify(hours) }),
  ...(cut_off === undefined ? {} : { cut_off: JSON.stringify(cut_off) }),
})

const WITHIN = 'These times lie outside of the service day, which begins at its own time and takes 24 hours'

const requireWithinDay = (hours: Rules['hours'], starts: number): void => {
  const weekday = hours?.findIndex((spans) => outOfDay(spans, starts) !== undefined) ?? -1
  if (weekday >= 0) throw invalid([{ pointer: `/hours/${weekday}`, detail: WITHIN }])
}

const refuseTwice = async (tx: Transaction<DB>, zone: number, id: number | null, from: string | undefined) => {
  const other = (await rulesOfZone(tx, zone)).find((rules) => rules.id !== id && rules.holds_from === from)
  if (other === undefined) return
  throw invalid([{ pointer: '/holds_from', detail: 'Other rules of this zone hold from this day on. Change those' }])
}

/** Throws 422 beside what is wrong with a special day. */
const refuseSpecial = async (
  tx: Transaction<DB>,
  zone: { id: number; time_zone: string },
  id: number | null,
  { date, hours = [] }: Day,
): Promise<void> => {
  const other = (await specialDaysOfZone(tx, zone.id)).find((day) => day.id !== id && day.date === date)
  if (other !== undefined) throw invalid([{ pointer: '/date', detail: `${other.name} is on this day` }])
  if (date === undefined) return
  const days = createServiceDays({ ...zone, rules: await rulesOfZone(tx, zone.id), special_days: [] })
  if (outOfDay(hours, days.on(date).rules.day_starts) !== undefined)
    throw invalid([{ pointer: '/hours', detail: WITHIN }])
}
