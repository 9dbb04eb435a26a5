import { z } from 'zod'
import { masked } from '../masks.ts'

export const Timestamp = z.iso.datetime({ offset: true })
/** What a device says of its clock with what it tells of. */
export const deviceClock = {
  /** when it was sent, by the device's clock */
  sent_at: Timestamp,
  /**
   * By how much at most the device's times can be off, as it knows from earlier answers of the server, ms: what comes
   * later than it was sent was long on its way. Without it the device knows no better time than its own.
   */
  clock_error_ms: z.int().min(0).max(60_000).nullish(),
}
export const Version = z.int().positive()
/** [longitude, latitude], WGS 84 */
export const LngLat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export const Point = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
export type Point = z.infer<typeof Point>
/** A named place as the wizard sends it */
export const Place = z.object({ name: z.string().trim().min(1, 'Please choose a location').max(255), point: LngLat })
export type Place = z.infer<typeof Place>
/** A place of a passenger's, as it is answered */
export const Door = z.object({
  name: masked('place', 'door', Place.shape.name),
  point: masked('place', 'point', LngLat),
})

/** Text that must be there, with the specification's own message; no control characters, at most `max` long. */
export const requiredText = (message: string, max = 255) =>
  z.string({ error: message }).trim().min(1, message).max(max, `Please enter at most ${max} characters`)
export const optionalText = (max = 255) => z.string().trim().max(max, `Please enter at most ${max} characters`)
/** Why staff do what is kept with its reason. */
export const statedReason = z
  .string({ error: 'Please give a reason' })
  .trim()
  .min(3, 'Please give a reason of at least 3 characters')
  .max(300, 'Please keep it to 300 characters')
export const emailText = z
  .string({ error: 'Please enter email address' })
  .trim()
  .min(1, 'Please enter email address')
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'))

export const stamps = { created_at: Timestamp, updated_at: Timestamp, version: Version }
