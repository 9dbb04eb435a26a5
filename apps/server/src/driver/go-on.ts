import { notFound } from '../http/errors.ts'
import { resumeTrip } from '../planning/change/lapse.ts'
import { type OpenTrip, readTrip } from '../planning/change/trips.ts'
import { afterwards, type DriverAction } from './action.ts'
import { isLongOver } from './require-own.ts'

/** The service ended the trip by itself, within the day: it goes on where its driver tells what they did on it. */
const mayGoOn = (trip: OpenTrip, now: Date): boolean => trip.lapsed !== null && !isLongOver(trip, now)

/** Cancelled by a person, or too long ago. */
export const isCancelled = ({ change, trip }: Pick<DriverAction, 'change' | 'trip'>): boolean =>
  trip.current_state === 'cancelled' && !mayGoOn(trip, change.now)

/** The same on a trip that goes on, where the service had ended it by itself. Once nothing more is told it ends again. */
export const goOn = async (action: DriverAction): Promise<DriverAction> => {
  const { change, trip, by } = action
  if (trip.lapsed === null || !mayGoOn(trip, change.now)) return action
  const message = `Its driver was on the road${await afterwards(action)}`
  await resumeTrip(change, trip, { to: trip.lapsed, by, message })
  const open = await readTrip(change.tx, trip.id)
  if (open === undefined) throw notFound()
  return { ...action, trip: open }
}
