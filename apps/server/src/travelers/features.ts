import type { Kysely } from 'kysely'
import { api, travelerFlags } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { seenTraveler } from './queries.ts'

/** Every flag is off until it is set. */
const unset = {
  basic_internal: false,
  change_api_endpoint: false,
  menu_show_referral_page: false,
  test_flag: false,
  view_test_trips: false,
  version: 1,
}

const findFeatures = async (db: Kysely<DB>, id: number) => {
  const row = await db
    .selectFrom('traveler_feature_flags')
    .select([...travelerFlags, 'version'])
    .where('traveler_id', '=', id)
    .executeTakeFirst()
  return { id, ...(row ?? unset) }
}

/** The features that a passenger's app shows. */
export const bindFeatures = (bind: Bind, { db, clock }: Deps): void => {
  bind(api.travelers.features, async ({ params: { id }, actor }) => {
    await seenTraveler(db, regionScope(actor), id)
    return { data: await findFeatures(db, id) }
  })

  bind(api.travelers.updateFeatures, ({ params: { id }, body: { id: named, ...flags }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      const scope = regionScope(actor)
      refuseOthers(scope, 'passenger', await seenTraveler(tx, scope, id))
      if (named !== undefined && named !== id)
        throw invalid([{ pointer: '/id', detail: 'This is not the passenger at this address' }])
      await tx
        .insertInto('traveler_feature_flags')
        .values({ traveler_id: id, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx
        .selectFrom('traveler_feature_flags')
        .select('version')
        .where('traveler_id', '=', id)
        .forUpdate()
        .execute()
      fresh(await findFeatures(tx, id), version)
      await tx
        .updateTable('traveler_feature_flags')
        .set({ ...flags, updated_at: now })
        .where('traveler_id', '=', id)
        .execute()
      return { data: await findFeatures(tx, id) }
    }),
  )
}
