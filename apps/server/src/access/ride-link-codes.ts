import type { KeyedHash } from './secrets.ts'

/** Without letters that are taken for another: codes are read out and typed. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
export const CODE_LENGTH = 10
const CODE = /^[0-9a-hjkmnp-tv-z]{10}$/

/** The code of a link, made from its random number with the key that is not in the database: it is stored nowhere. */
export const codeOf = (hash: KeyedHash, id: string): string =>
  [...Buffer.from(hash(`ride link ${id}`), 'base64url').subarray(0, CODE_LENGTH)]
    .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')

export const hashOfCode = (hash: KeyedHash, code: string): string => hash(`ride link code ${code}`)

/** As it may have been typed; null: no code looks like it. */
export const readCode = (typed: string): string | null => {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return CODE.test(code) ? code : null
}
