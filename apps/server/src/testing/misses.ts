import { api } from '@ambit/contract'
import { type Change, change, edited, fresh, type World } from './changes.ts'
import type { TestServer } from './server.ts'

type Missed = {
  kind?: 'late_cancellation' | 'no_show'
  not_counted?: 'vehicle_late' | 'not_shown' | 'beyond_control' | null
  at?: Date
}

/** Of a booking: a no-show that counts, unless something else is said. The booking stays as it is. */
export const missOf = async (
  { deps: { db, clock } }: Pick<TestServer, 'deps'>,
  service_request_id: number,
  { kind = 'no_show', not_counted = null, at = clock.now() }: Missed = {},
): Promise<number> => {
  const shown = kind === 'no_show' ? { waited_minutes: 5, metres: 20 } : { minutes_before: 12 }
  const { id } = await db
    .insertInto('misses')
    .values({ service_request_id, kind, happened_at: at, not_counted, evidence: JSON.stringify(shown) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const miss = async ({ server, town }: World): Promise<number> => {
  const who = await town.passenger(fresh('Rider '))
  return missOf(server, (await town.book({ who, from: 'Harbour', to: 'Hospital', at: '16:00' })).id)
}

export const missChanges: readonly Change[] = [
  change(
    api.misses.judge,
    edited(miss, () => ({ counts: false, reason: 'Was in hospital' })),
  ),
]
