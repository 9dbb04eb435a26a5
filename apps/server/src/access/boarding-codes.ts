import { createHash } from 'node:crypto'
import type { ManifestBooking } from '@ambit/contract'
import { keyedHashes } from './secrets.ts'

const CODE_LENGTH = 4

type Check = NonNullable<ManifestBooking['code']>

export type BoardingCodes = {
  /** four digits */
  codeOf: (bookingId: number) => string
  /** what a device checks a code with */
  checkOf: (bookingId: number) => Pick<Check, 'salt' | 'hash'>
}

/** Codes are stored nowhere: the key outside of the database makes them of the booking's number. */
export const boardingCodes = async (keeping: Parameters<typeof keyedHashes>[0]): Promise<BoardingCodes> => {
  const hash = await keyedHashes(keeping)
  const codeOf = (id: number): string => {
    const number = Buffer.from(hash(`boarding code ${id}`), 'base64url').readUInt32BE(0)
    return String(number % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')
  }
  return {
    codeOf,
    checkOf: (id) => {
      const salt = hash(`salt of the boarding code ${id}`)
      return {
        salt,
        hash: createHash('sha256')
          .update(`${salt}${codeOf(id)}`)
          .digest('hex'),
      }
    },
  }
}
