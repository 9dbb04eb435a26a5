import { unassign } from '../planning/change/bookings.ts'
import { changePlan, planBefore } from '../planning/change/change-plan.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { assignReplan, replan } from '../planning/reassign/replan.ts'
import type { TestServer } from './server.ts'

/** Gives bookings that have not boarded to another trip, as the optimiser would; those that it cannot take stay. */
export const moveBookings = (
  { deps }: TestServer,
  zoneId: number,
  ids: readonly number[],
  tripId: number,
): Promise<number> =>
  changePlan(deps, zoneId, 'optimiser', async (change) => {
    const context = await planBefore(change)
    const asked = context.plan.bookings.filter(
      ({ id, trip_id, status }) => ids.includes(id) && trip_id !== tripId && status !== 'on_board',
    )
    const found = replan(context, asked, ({ id }) => id === tripId)
    const placed = asked.filter(({ id }) => found.placed.has(id))
    await unassign(
      change,
      placed.map(({ id }) => id),
    )
    for (const [left, group] of Map.groupBy(placed, ({ trip_id }) => trip_id))
      if (left !== null) await removeFromTrip(change, context, left, new Set(group.map(({ id }) => id)))
    await assignReplan(change, found, { code: 'reoptimised', text: 'Another vehicle is nearer' })
    return placed.length
  })
