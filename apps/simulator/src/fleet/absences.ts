import { ApiError, api, type Trip } from '@ambit/contract'
import { randomStream } from '@ambit/random'
import type { Session } from '../access/line.ts'
import { untilServed } from '../access/until-served.ts'
import { sentence } from '../access/trouble.ts'
import type { Ledger } from '../riders/ledger.ts'
import type { Actor } from '../timeline/timeline.ts'
import { MINUTE } from '../timeline/timeline.ts'

/** True: the driver does not come for this trip. */
export type Absences = (actor: Actor, trip: Trip) => boolean

export const noAbsences: Absences = () => false

/** The share of trips whose driver does not come, and of these those that nobody takes off. */
const STAYS_AWAY = 0.07
const UNNOTICED = 0.5

type Office = { seed: number; planner: Session; ledger: Ledger; log: (text: string) => void }

/** Some drivers do not come. Half of their trips are taken off by the office after a while; nobody notices the others. */
export const drawAbsences =
  (office: Office, onAbsence: () => void): Absences =>
  (actor, trip) => {
    const random = randomStream(office.seed, 'absence', trip.driver_id ?? 0, trip.start_datetime)
    if (!random.chance(STAYS_AWAY)) return false
    onAbsence()
    const after = random.between(5, 45) * MINUTE
    if (!random.chance(UNNOTICED)) actor.spawn(`absence ${trip.id}`, (self) => takeOff(self, office, trip, after))
    return true
  }

/** As the office does it: what becomes of the passengers is shown first, and then carried out. */
const takeOff = async (actor: Actor, { planner, ledger, log, seed }: Office, { id, name }: Trip, after: number) => {
  await actor.until(actor.now() + after)
  try {
    const { data } = await untilServed(actor, () =>
      planner.call(api.trips.changeState, {
        params: { id },
        body: { status: 'cancelled', force: true, status_message: 'The driver did not come' },
        idempotencyKey: `absence ${seed} ${id}`,
      }),
    )
    for (const booking of data.service_requests_to_be_cancelled) ledger.open.delete(booking)
  } catch (error) {
    // Its end may have come, or the driver of the next shift.
    if (!(error instanceof ApiError)) throw error
    log(`${name}, taken off: ${sentence(error)}`)
  }
}
