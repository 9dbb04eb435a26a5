import type { ManifestBooking } from '@ambit/contract'

/** Whether these are the digits; the device knows a salted hash of them alone. */
export const isCode = async (
  { salt, hash }: NonNullable<ManifestBooking['code']>,
  digits: string,
): Promise<boolean> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}${digits}`))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === hash
}
