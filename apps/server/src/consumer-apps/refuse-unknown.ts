import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { unknownConsumerApps } from './queries.ts'

/** Throws 422 for an app that does not exist. */
export const refuseUnknownApps = async (db: Kysely<DB>, ids: readonly number[] | undefined): Promise<void> => {
  if (ids === undefined || ids.length === 0) return
  const unknown = await unknownConsumerApps(db, ids)
  if (unknown.length > 0)
    throw invalid([{ pointer: '/allowed_apps', detail: `There is no such app: ${unknown.join(', ')}` }])
}
