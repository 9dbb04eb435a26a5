import { api } from '@ambit/contract'
import { discountAmountProblem, discountDatesProblem } from '@ambit/domain'
import { refuseTaken } from '../http/unique.ts'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findDiscount, listDiscounts, lockDiscount } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.discounts.list, ({ query }) => listDiscounts(db, clock.now(), query))

  bind(api.discounts.show, async ({ params }) => {
    const data = await findDiscount(db, clock.now(), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.discounts.create, ({ body, keep }) =>
    db.transaction().execute(async (tx) => {
      requireSound(body)
      await refuseTaken(tx, 'discounts', { code: body.code })
      const now = clock.now()
      const { id } = await tx
        .insertInto('discounts')
        .values({ ...body, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'discounts', id)
      return keep(tx, { data: (await findDiscount(tx, now, id))! }) // inserted above
    }),
  )

  bind(api.discounts.update, ({ params: { id }, body, version }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      const current = fresh(await lockDiscount(tx, now, id), version)
      // The changed fields must be consistent with the stored ones.
      requireSound({ ...current, ...body })
      await refuseTaken(tx, 'discounts', { code: body.code }, id)
      await tx
        .updateTable('discounts')
        .set({ ...body, updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'discounts', id)
      return { data: (await findDiscount(tx, now, id))! } // locked above
    }),
  )

  bind(api.discounts.destroy, ({ params: { id }, version }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockDiscount(tx, clock.now(), id), version)
      await tx.deleteFrom('discounts').where('id', '=', id).execute()
      await recordChanged(tx, 'discounts', id)
      return undefined
    }),
  )
}

type Checked = Parameters<typeof discountAmountProblem>[0] & Parameters<typeof discountDatesProblem>[0]

/** Throws 422 beside the fields that contradict each other. */
const requireSound = (discount: Checked): void => {
  const amount = discountAmountProblem(discount)
  const dates = discountDatesProblem(discount)
  const problems = [
    ...(amount === null ? [] : [{ pointer: '/discount_amount', detail: amount }]),
    ...(dates === null ? [] : [{ pointer: '/expiration_datetime', detail: dates }]),
  ]
  if (problems.length > 0) throw invalid(problems)
}
