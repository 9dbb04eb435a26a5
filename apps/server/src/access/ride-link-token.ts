import { timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from './secrets.ts'
import type { LinkPurpose, RideLink } from './ride-links.ts'

const TOKEN = /^(track|manage)\.(\d{1,10})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** A link that a page shows a ride by. */
export type ShownLink = RideLink & { purpose: Exclude<LinkPurpose, 'pay'> }

const signed = (hash: KeyedHash, text: string): string => hash(`ride link token ${text}`)

/** What the page of a link asks with. It names booking and purpose, and holds for as long as its link does. */
export const tokenOf = (hash: KeyedHash, { purpose, service_request_id, id }: ShownLink): string => {
  const text = `${purpose}.${service_request_id}.${id}`
  return `${text}.${signed(hash, text)}`
}

/** Null: the installation did not sign it. */
export const readToken = (hash: KeyedHash, token: string): ShownLink | null => {
  const [, purpose, booking = '', id = '', signature = ''] = TOKEN.exec(token) ?? []
  if (purpose !== 'track' && purpose !== 'manage') return null
  const expected = Buffer.from(signed(hash, `${purpose}.${booking}.${id}`))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return { purpose, service_request_id: Number(booking), id }
}
