import { sql } from 'kysely'
import { api } from '@ambit/contract'
import { refuseHeld } from '../holds/queries.ts'
import type { Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, requireTraveler, userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTravelerComment, listTravelerComments, lockTravelerComment } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.travelerComments.list, ({ query, actor, hidden }) =>
    listTravelerComments(db, regionScope(actor), query, hidden),
  )

  bind(api.travelerComments.create, ({ actor, body, keep }) =>
    db.transaction().execute(async (tx) => {
      await requireTraveler(tx, regionScope(actor), body.traveler_id)
      const now = clock.now()
      const { id } = await tx
        .insertInto('traveler_comments')
        .values({ ...body, created_by: userIdOf(actor), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'traveler_comments', id)
      return keep(tx, { data: (await findTravelerComment(tx, id))! }) // inserted above
    }),
  )

  bind(api.travelerComments.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const current = fresh(await lockTravelerComment(tx, regionScope(actor), id), version)
      if (body.id !== undefined && body.id !== id)
        throw invalid([{ pointer: '/id', detail: 'This is not the comment at this address' }])
      if (body.traveler_id !== undefined && body.traveler_id !== current.traveler_id)
        throw invalid([{ pointer: '/traveler_id', detail: 'It cannot move to another passenger' }])
      if (body.comment !== undefined)
        await tx
          .updateTable('traveler_comments')
          .set({ comment: body.comment, updated_at: clock.now() })
          .where('id', '=', id)
          .execute()
      await recordChanged(tx, 'traveler_comments', id)
      return { data: (await findTravelerComment(tx, id))! } // locked above
    }),
  )

  bind(api.travelerComments.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const { traveler_id, created_at } = fresh(await lockTravelerComment(tx, regionScope(actor), id), version)
      const named = { travelers: sql`${traveler_id}`, at: sql`${created_at}::timestamptz` }
      await refuseHeld(tx, 'The comment', named, clock.now())
      await recordChanged(tx, 'traveler_comments', id)
      await tx.deleteFrom('traveler_comments').where('id', '=', id).execute()
      return undefined
    }),
  )
}
