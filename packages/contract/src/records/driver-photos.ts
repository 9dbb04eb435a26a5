import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { deviceClock, statedReason, Timestamp } from './basics.ts'

/** Of one item of a checklist, and of one incident. */
export const MOST_PHOTOS = 3
/** Largest photo that is taken, in bytes. Devices make them smaller. */
export const MOST_PHOTO_BYTES = 2 * 1024 * 1024
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** What a device calls a photo, made once and for all. */
export const PhotoId = z.uuid().toLowerCase()

/** The photos that an answer or a report names, in their order. The server takes them before or after it. */
export const NamedPhotos = z
  .array(PhotoId)
  .max(MOST_PHOTOS, `Please take at most ${MOST_PHOTOS} photos`)
  .refine((ids) => new Set(ids).size === ids.length, 'Each photo is named once')

export const DriverPhotoInput = z.object({
  id: PhotoId,
  trip_id: Id,
  ...deviceClock,
  /** by the device's clock */
  taken_at: Timestamp,
  /** a JPEG, PNG or WebP in base64 */
  content: z.string().min(1, 'Please send a photo'),
})

/** As the server keeps it. */
export const DriverPhoto = z.object({ id: z.uuid(), media_type: z.enum(photoTypes) })

/** A photo at a note of a vehicle or at a check. */
export const ShownPhoto = z.object({
  id: z.uuid(),
  /** of the checklist, as `item` of an answer; null: of an incident */
  item: z.string().nullable(),
  /** the item of the checklist, or the incident, in words */
  subject: z.string(),
  taken_at: Timestamp,
  /** when staff deleted the picture; null: it is there */
  removed_at: Timestamp.nullable(),
  removed_reason: z.string().nullable(),
})
export type ShownPhoto = z.infer<typeof ShownPhoto>

export const PhotoRemoval = z.object({ reason: statedReason })

export const photoParams = z.object({
  id: z.coerce.number().int().positive(),
  photo: z.uuid('There is no such record').toLowerCase(),
})
