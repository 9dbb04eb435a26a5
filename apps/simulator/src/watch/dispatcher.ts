import { ApiError, api } from '@ambit/contract'
import type { Session } from '../access/line.ts'
import { MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'

/**
 * The only dispatcher: on duty in every zone all day, and acknowledges within a minute what asks for attention. Changes no
 * plan. Errors of the API go to the caller, but for what another answer has overtaken.
 */
export const liveDispatcher = async (actor: Actor, session: Session, zoneIds: readonly number[]): Promise<void> => {
  await session.call(api.watches.start, { body: { zone_ids: [...zoneIds] } })
  for (;;) {
    const { data } = await session.call(api.exceptions.list, { query: {} })
    const asking = data.filter(
      ({ state, severity, parent_id }) => state === 'open' && severity !== 'watch' && parent_id === null,
    )
    for (const { id } of asking) {
      try {
        await session.call(api.exceptions.acknowledge, { params: { id } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error
      }
    }
    await actor.until(actor.now() + MINUTE)
  }
}
