import { type Kysely, sql, type Transaction } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Actor, Module } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { findPrivacyRequest, listPrivacyRequests, lockPrivacyRequest } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.privacyRequests.list, ({ query }) => listPrivacyRequests(db, query))

  bind(api.privacyRequests.show, async ({ params: { id } }) => {
    const data = await findPrivacyRequest(db, id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.privacyRequests.create, ({ body, keep }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      await requirePassenger(tx, body.traveler_id)
      await requireUser(tx, body.user_id)
      await requireCome(tx, body.received_on, now)
      const { id } = await tx
        .insertInto('privacy_requests')
        .values({
          ...body,
          due_on: sql`(${body.received_on}::date + interval '1 month')::date`,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return keep(tx, await answered(tx, id))
    }),
  )

  bind(api.privacyRequests.update, ({ params: { id }, body, version }) =>
    db.transaction().execute(async (tx) => {
      await stillOpen(tx, id, version)
      await requireUser(tx, body.user_id ?? null)
      await tx.updateTable('privacy_requests').set(body).set('updated_at', clock.now()).where('id', '=', id).execute()
      return answered(tx, id)
    }),
  )

  bind(api.privacyRequests.extend, ({ params: { id }, body: { months, reason }, version, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const { extended_months } = await stillOpen(tx, id, version)
      if (extended_months > 0) throw conflict('The time to answer was extended already, which is possible once')
      await tx
        .updateTable('privacy_requests')
        .set({
          extended_months: months,
          due_on: sql`(received_on + make_interval(months => ${1 + months}))::date`,
          updated_at: clock.now(),
        })
        .where('id', '=', id)
        .execute()
      await noteAnswer(tx, { id, text: reason, actor, now: clock.now() })
      return keep(tx, await answered(tx, id))
    }),
  )

  bind(api.privacyRequests.answer, ({ params: { id }, body: { text, state }, version, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const { identity_check } = await stillOpen(tx, id, version)
      if (state === 'fulfilled' && identity_check === '')
        throw conflict('Please enter first how it was checked who asks')
      const now = clock.now()
      await noteAnswer(tx, { id, text, actor, now })
      await tx
        .updateTable('privacy_requests')
        .set({ state, closed_at: state === 'open' ? null : now, updated_at: now })
        .where('id', '=', id)
        .execute()
      return keep(tx, await answered(tx, id))
    }),
  )
}

const answered = async (tx: Kysely<DB>, id: number) => ({ data: (await findPrivacyRequest(tx, id))! }) // written before

const stillOpen = async (tx: Transaction<DB>, id: number, version: number | null) => {
  const request = fresh(await lockPrivacyRequest(tx, id), version)
  if (request.state !== 'open') throw conflict('This request is closed. Note a new one')
  return request
}

type Sent = { id: number; text: string; actor: Actor; now: Date }

const noteAnswer = async (tx: Transaction<DB>, { id, text, actor, now }: Sent): Promise<void> => {
  await tx
    .insertInto('privacy_answers')
    .values({ privacy_request_id: id, sent_at: now, sent_by: userIdOf(actor), text })
    .execute()
}

/** Locked, so that erasing finds the request, or comes first. */
const requirePassenger = async (tx: Transaction<DB>, id: number): Promise<void> => {
  const found = await tx
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .where('anonymised_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw invalid([{ pointer: '/traveler_id', detail: 'There is no such passenger' }])
}

const requireUser = async (tx: Transaction<DB>, id: number | null): Promise<void> => {
  if (id === null) return
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (found === undefined) throw invalid([{ pointer: '/user_id', detail: 'There is no such user' }])
}

/** Days begin first at UTC+14. */
const requireCome = async (tx: Transaction<DB>, day: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ after: boolean }>`
    select ${day}::date > (${now}::timestamptz at time zone 'UTC' + interval '14 hours')::date as after`.execute(tx)
  if (rows[0]?.after === true)
    throw invalid([{ pointer: '/received_on', detail: 'Please choose a day that is not in the future' }])
}
