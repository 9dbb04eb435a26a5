import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, stamps } from './basics.ts'

/** What is said of a kind of aid or need by its sign. `none` is somebody without any. */
export const aidKinds = [
  'none',
  'walker',
  'pram',
  'service_animal',
  'wheelchair',
  'large_wheelchair',
  'scooter',
  'blind',
  'deaf',
  'help_to_door',
  'child_seat',
] as const
export const AidKind = z.enum(aidKinds)
export type AidKind = z.infer<typeof AidKind>

/** What only vehicles carry that say so. */
export const vehicleNeeds = ['large_wheelchair', 'scooter'] as const satisfies readonly AidKind[]
export const VehicleNeed = z.enum(vehicleNeeds)
export type VehicleNeed = z.infer<typeof VehicleNeed>

export const LONGEST_BOARDING_S = 900
const SECONDS = `Please enter 0 to ${LONGEST_BOARDING_S} seconds`
const Seconds = z.int(SECONDS).min(0, SECONDS).max(LONGEST_BOARDING_S, SECONDS)

/** How long somebody takes to get in and out. */
export const BoardingTimes = z.object({ load_s: Seconds, unload_s: Seconds })
export type BoardingTimes = z.infer<typeof BoardingTimes>

const place = (message: string) => z.int(message).min(0, message).max(1, message)
const fields = {
  name: requiredText('Please enter a name', 60),
  kind: AidKind,
  /** that whoever has it sits on; without seat and space it accompanies somebody, as an animal does */
  seats: place('Please enter 0 or 1 seats'),
  wheelchair_spaces: place('Please enter 0 or 1 wheelchair spaces'),
  ...BoardingTimes.shape,
}

/** A kind of mobility aid as a region keeps it. */
export const MobilityAid = z.object({ id: Id, region_id: Id, ...fields, ...stamps })
export type MobilityAid = z.infer<typeof MobilityAid>

export const MobilityAidInput = z.object({ region_id: Id, ...fields })
/** Its sign and its region stay. */
export const MobilityAidChange = MobilityAidInput.omit({ region_id: true, kind: true }).partial()

/** As a booking names it. */
export const BookedAid = MobilityAid.pick({ id: true, kind: true, name: true })
export type BookedAid = z.infer<typeof BookedAid>

export const MOST_AIDS = 20

/** Of a passenger, in place of those of the aids. */
export const OwnTimes = BoardingTimes.extend({ reason: requiredText('Please say why', 250) })
export type OwnTimes = z.infer<typeof OwnTimes>
