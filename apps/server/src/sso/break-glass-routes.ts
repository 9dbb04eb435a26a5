import { sql } from 'kysely'
import { api, MOST_BREAK_GLASS_ACCOUNTS } from '@ambit/contract'
import { breakGlassAccounts, requireTried, requireWayIn } from '../access/break-glass.ts'
import { requireProof, staffOf } from '../access/proof.ts'
import { lockAccounts } from '../access/rights.ts'
import { isSuperadmin } from '../access/superadmins.ts'
import type { Module } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { SETTINGS_ID } from '../settings/change.ts'
import { requirePublicUrl } from './attempts.ts'
import { offeredProviders, requireOwnWay, requireOwnWayLeft } from './local-sign-in.ts'

/** Who signs in by password when nobody else does. */
export const bindBreakGlass: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.breakGlassAccounts.list, async () => {
    const data = await breakGlassAccounts(db)
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.breakGlassAccounts.create, ({ body: { user_id }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      await requireProof({ db: tx, clock }, actor)
      await lockAccounts(tx)
      const refused = (detail: string) => invalid([{ pointer: '/user_id', detail }])
      if (!(await isSuperadmin(tx, user_id))) throw refused('Choose an active superadmin of all regions')
      const accounts = await breakGlassAccounts(tx)
      if (accounts.some(({ id }) => id === user_id)) throw refused('This user is a break-glass account already')
      if (accounts.length >= MOST_BREAK_GLASS_ACCOUNTS)
        throw conflict(`There are ${MOST_BREAK_GLASS_ACCOUNTS} break-glass accounts already`)
      await tx.insertInto('break_glass_accounts').values({ user_id, created_at: clock.wall() }).execute()
      await recordChanged(tx, 'users', user_id)
      const data = (await breakGlassAccounts(tx)).find(({ id }) => id === user_id)! // inserted above
      if (!data.has_password) throw refused('This user has no password')
      return keep(tx, { data })
    }),
  )

  bind(api.breakGlassAccounts.destroy, ({ params, actor }) =>
    db.transaction().execute(async (tx) => {
      await requireProof({ db: tx, clock }, actor)
      await lockAccounts(tx)
      const { numDeletedRows } = await tx
        .deleteFrom('break_glass_accounts')
        .where('user_id', '=', params.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw notFound()
      await requireWayIn(tx)
      if (params.id === staffOf(actor).id) await requireOwnWayLeft(tx, params.id)
      await recordChanged(tx, 'users', params.id)
      return undefined
    }),
  )

  bind(api.breakGlassAccounts.setLocalSignIn, ({ body: { local_sign_in }, actor }) =>
    db.transaction().execute(async (tx) => {
      await requireProof({ db: tx, clock }, actor)
      await lockAccounts(tx)
      if (!local_sign_in) {
        requirePublicUrl(deps)
        if ((await offeredProviders(tx)).length === 0) throw conflict('First offer a provider on the sign-in page')
        await requireTried(tx, clock.wall())
        await requireOwnWay(tx, staffOf(actor).id)
      }
      const value = JSON.stringify({ local_sign_in })
      await sql`insert into settings (key, value) values ('sign_in', ${value}::jsonb)
        on conflict (key) do update set value = settings.value || excluded.value`.execute(tx)
      await recordChanged(tx, 'settings', SETTINGS_ID)
      return { data: { local_sign_in } }
    }),
  )
}
