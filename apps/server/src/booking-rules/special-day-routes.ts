import { api, type SpecialDayInput } from '@ambit/contract'
import { createServiceDays } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Actor, Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import { holidaysOf } from './holidays.ts'
import { findSpecialDay, lockSpecialDay, requireZoneClock, rulesOfZone, specialDaysOfZone } from './queries.ts'
import { outOfDay, OUT_OF_DAY, touchedBySpecialDay } from './touches.ts'

type Day = Partial<z.output<typeof SpecialDayInput>>

/** Days of a zone that are closed or have other hours, changed under the zone's lock as its rules are. */
export const specialDayRoutes: Module = (bind, deps) => {
  const { db } = deps
  const zoneOf = (actor: Actor, id: number) => requireZoneClock(db, regionScope(actor), id)

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
    data: await touchedBySpecialDay(deps, await zoneOf(actor, params.id), body),
  }))

  bind(api.specialDays.holidays, async ({ query }) => ({
    data: await holidaysOf(query.country, query.year),
  }))
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
    throw invalid([{ pointer: '/hours', detail: OUT_OF_DAY }])
}
