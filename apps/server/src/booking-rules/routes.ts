import { api, type BookingRulesInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import { findRules, lockRules, requireZoneClock, rulesOfZone } from './queries.ts'
import { outOfDay, OUT_OF_DAY } from './touches.ts'

type Rules = Partial<z.output<typeof BookingRulesInput>>

/** What may be booked in a zone. Every change is made under the zone's lock: of two bookings at once both meet one rule. */
export const routes: Module = (bind, deps) => {
  const { db } = deps
  bind(api.bookingRules.list, async ({ params, actor }) => ({
    data: await rulesOfZone(db, (await requireZoneClock(db, regionScope(actor), params.id)).id),
  }))

  bind(api.bookingRules.create, async ({ params, body, actor, keep }) => {
    const { id: zone_id } = await requireZoneClock(db, regionScope(actor), params.id)
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
}

const rulesColumns = ({ hours, cut_off, ...columns }: Rules) => ({
  ...columns,
  ...(hours === undefined ? {} : { hours: hours === null ? null : JSON.stringify(hours) }),
  ...(cut_off === undefined ? {} : { cut_off: JSON.stringify(cut_off) }),
})

const requireWithinDay = (hours: Rules['hours'], starts: number): void => {
  const weekday = hours?.findIndex((spans) => outOfDay(spans, starts) !== undefined) ?? -1
  if (weekday >= 0) throw invalid([{ pointer: `/hours/${weekday}`, detail: OUT_OF_DAY }])
}

const refuseTwice = async (tx: Transaction<DB>, zone: number, id: number | null, from: string | undefined) => {
  const other = (await rulesOfZone(tx, zone)).find((rules) => rules.id !== id && rules.holds_from === from)
  if (other === undefined) return
  throw invalid([{ pointer: '/holds_from', detail: 'Other rules of this zone hold from this day on. Change those' }])
}
