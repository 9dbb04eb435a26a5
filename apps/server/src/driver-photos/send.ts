import type { FastifyReply } from 'fastify'
import type { PhotoType } from '@ambit/contract'
import { notFound } from '../http/errors.ts'

const endings: Readonly<Record<PhotoType, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/**
 * Answers with a photo, or 404. No browser and no proxy keeps it, since one that is removed is to be nowhere. As a page of
 * its own it may do nothing.
 */
export const sendPhoto = (reply: FastifyReply, photo: { media_type: PhotoType; content: Buffer } | undefined) => {
  if (photo === undefined) throw notFound()
  return reply
    .type(photo.media_type)
    .header('cache-control', 'no-store')
    .header('content-disposition', `inline; filename="photo.${endings[photo.media_type]}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(photo.content)
}
