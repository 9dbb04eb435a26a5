import { sql, type Transaction } from 'kysely'
import { api, type HoldInput, LONGEST_HOLD_MONTHS } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { findHold, listHolds, lockHold, lookAgain } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.holds.list, ({ query }) => listHolds(db, clock.now(), query))

  bind(api.holds.show, async ({ params: { id } }) => {
    const data = await findHold(db, clock.now(), id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.holds.create, ({ body: { reason, ends_at, ...named }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      await requireEnd(tx, ends_at, now)
      await requireNamed(tx, named)
      const { id } = await tx
        .insertInto('holds')
        .values({ ...named, reason, ends_at, created_by: userIdOf(actor), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return keep(tx, { data: (await findHold(tx, clock.now(), id))! }) // inserted above
    }),
  )

  bind(api.holds.renew, ({ params: { id }, body, version }) =>
    db.transaction().execute(async (tx) => {
      await requireEnd(tx, body.ends_at, clock.now())
      await inForce(tx, id, version)
      await tx
        .updateTable('holds')
        .set({ ...body, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      return { data: (await findHold(tx, clock.now(), id))! } // locked above
    }),
  )

  bind(api.holds.end, ({ params: { id }, version }) =>
    db.transaction().execute(async (tx) => {
      const { kind } = await inForce(tx, id, version)
      const now = clock.now()
      await tx.updateTable('holds').set({ ended_at: now, updated_at: now }).where('id', '=', id).execute()
      await lookAgain(tx, kind)
      return { data: (await findHold(tx, clock.now(), id))! } // locked above
    }),
  )

  const inForce = async (tx: Transaction<DB>, id: number, version: number | null) => {
    const hold = fresh(await lockHold(tx, clock.now(), id), version)
    if (hold.ended_at !== null) throw conflict('This hold is over. Place a new one')
    return hold
  }
}

const requireEnd = async (tx: Transaction<DB>, ends_at: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ soon: boolean; late: boolean }>`
    select ${ends_at}::timestamptz <= ${now} as soon,
      ${ends_at}::timestamptz > ${now}::timestamptz + make_interval(months => ${LONGEST_HOLD_MONTHS}) as late`.execute(
    tx,
  )
  const { soon = false, late = false } = rows[0] ?? {}
  if (soon) throw invalid([{ pointer: '/ends_at', detail: 'Please choose an end in the future' }])
  if (late)
    throw invalid([{ pointer: '/ends_at', detail: `Please choose an end within ${LONGEST_HOLD_MONTHS} months` }])
}

type NamedRecord = HoldInput extends infer H ? (H extends HoldInput ? Omit<H, 'reason' | 'ends_at'> : never) : never

const words = { travelers: 'passenger', service_requests: 'booking', trips: 'trip', vehicles: 'vehicle' } as const

/** The record is locked, so that it is either removed before, and refused here, or kept. */
const requireNamed = async (tx: Transaction<DB>, named: NamedRecord): Promise<void> => {
  if (named.kind === 'days') {
    if (named.to_day < named.from_day)
      throw invalid([{ pointer: '/to_day', detail: 'The last day must not be before the first' }])
    return
  }
  const { kind, record_id } = named
  const gone = kind === 'travelers' || kind === 'service_requests' ? sql`anonymised_at is null` : sql`true`
  const { rows } = await sql`
    select id from ${sql.table(kind)} where id = ${record_id} and ${gone} for update`.execute(tx)
  if (rows.length === 0) throw invalid([{ pointer: '/record_id', detail: `There is no such ${words[kind]}` }])
}
