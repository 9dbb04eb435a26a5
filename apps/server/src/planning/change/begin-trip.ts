import type { PlanChange } from './change-plan.ts'
import { dropMissedBreaks, dropMissedRuns } from './stops.ts'
import type { OpenTrip } from './trips.ts'
import { updateTrip } from './trips.ts'

/** The name of another trip that the driver is on, but for one whose end they told and that waits for dispatch. */
export const tripUnderWay = async (
  { tx }: PlanChange,
  { id, driver_id }: Pick<OpenTrip, 'id' | 'driver_id'>,
): Promise<string | undefined> => {
  const other = await tx
    .selectFrom('trips')
    .select('name')
    .where('driver_id', '=', driver_id)
    .where('id', '<>', id)
    .where('current_state', 'in', ['live', 'in_transit'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('driver_actions as a')
            .whereRef('a.trip_id', '=', 'trips.id')
            .whereRef('a.driver_id', '=', 'trips.driver_id')
            .where('a.kind', '=', 'complete')
            .where('a.result', '=', 'needs_dispatcher')
            .where('a.settlement', 'is', null)
            .select('a.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return other?.name
}

/** Staged becomes live; what its driver came too late for leaves the trip. Answers that in words, null where it is nothing. */
export const beginTrip = async (change: PlanChange, id: number, at: Date): Promise<string | null> => {
  await dropMissedBreaks(change, id, at)
  const missed = await dropMissedRuns(change, id, at)
  const late = missed === 0 ? null : `Signed on late: ${missed === 1 ? '1 run was' : `${missed} runs were`} not driven`
  await updateTrip(change, id, {
    current_state: 'live',
    signed_on_at: at,
    ...(late === null ? {} : { status_message: late }),
  })
  return late
}
