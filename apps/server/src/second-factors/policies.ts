import { type Kysely, sql } from 'kysely'
import { api } from '@ambit/contract'
import { requireProof } from '../access/proof.ts'
import { beyond, permissionsOfRoles } from '../access/rights.ts'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { hasFactor } from '../sessions/has-factor.ts'
import { recordChanged } from '../live/record-changed.ts'

/** Whether whoever has a role needs a second factor. */
export const bindPolicies: Module = (bind, { db, clock }) => {
  bind(api.secondFactorPolicies.list, async () => {
    const data = await policies(db).execute()
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.secondFactorPolicies.update, ({ params: { id }, body: { second_factor }, actor }) =>
    db.transaction().execute(async (tx) => {
      const role = await tx
        .selectFrom('user_roles')
        .select('second_factor')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (role === undefined) throw notFound()
      if (beyond(actor, await permissionsOfRoles(tx, [id])).length > 0)
        throw forbidden('This role has permissions that you do not have')
      await requireProof({ db: tx, clock }, actor)
      const now = clock.now()
      // Saying the same again begins no new days.
      if (role.second_factor !== second_factor) {
        const changes = { second_factor, second_factor_since: now, updated_at: now }
        await tx.updateTable('user_roles').set(changes).where('id', '=', id).execute()
        await recordChanged(tx, 'user_roles', id)
      }
      return { data: await policies(tx).where('user_roles.id', '=', id).executeTakeFirstOrThrow() }
    }),
  )
}

const policies = (db: Kysely<DB>) =>
  db
    .selectFrom('user_roles')
    .select(['id', 'name', 'second_factor_since as since'])
    .select(sql<'optional' | 'required'>`coalesce(second_factor, 'optional')`.as('second_factor'))
    .select(
      sql<number>`(
        select count(distinct u.id)::int from user_group_roles gr
        join user_group_members m on m.user_group_id = gr.user_group_id
        join users u on u.id = m.user_id and u.status = 'active'
        where gr.user_role_id = user_roles.id
          and not ${hasFactor('u.id')})`.as('users_without'),
    )
    .where('status', '=', 'enabled')
    .orderBy('id')
