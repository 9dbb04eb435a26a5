import { noTotals } from '../planning/effects/totals.ts'
import type { TestServer } from './server.ts'

/** A trip that a dispatcher paused, and a promise that somebody asks to break. */
export const actOn = async ({ deps: { db, clock } }: TestServer, trip_id: number, mark: string) => {
  const now = clock.now()
  const { zone_id, region_id } = await db
    .selectFrom('trips')
    .innerJoin('zones', 'zones.id', 'trips.zone_id')
    .where('trips.id', '=', trip_id)
    .select(['zone_id', 'region_id'])
    .executeTakeFirstOrThrow()
  const action = { kind: 'pause_vehicle' as const, trip_id, because: mark }
  const { id: dispatchAction } = await db
    .insertInto('dispatch_actions')
    .values({
      kind: action.kind,
      action: JSON.stringify(action),
      title: mark,
      region_id,
      zone_ids: [zone_id],
      trip_ids: [trip_id],
      user_id: null,
      reason: mark,
      option_key: 'asked',
      option_title: mark,
      totals: JSON.stringify(noTotals),
      plans: '[]',
      undo_of: null,
      undone_by: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: override } = await db
    .insertInto('overrides')
    .values({
      state: 'waiting',
      kind: action.kind,
      input: JSON.stringify({ action, option: 'asked', token: '', confirmed: true, messages: [] }),
      zone_id,
      trip_id,
      violations: '[]',
      minutes: 5,
      reason: mark,
      asked_by: null,
      asked_at: now,
      approved_by: null,
      dispatch_action_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { dispatchAction, override }
}
