import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'

/** Letters and digits that are not taken for each other when they are copied by hand. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 12

/**
 * What the first administrator of an empty installation has to know: the server prints it when it starts, so only those
 * who can read its log become one. It follows from the signing secret, so that all processes of an installation have the
 * same, after a restart too. 60 bits, in groups of four.
 */
export const setupCode = async ({ signingSecret }: Pick<Deps, 'signingSecret'>): Promise<string> => {
  const digest = createHmac('sha256', await signingSecret())
    .update('first administrator')
    .digest()
  const letters = [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Typed with or without its hyphens, in any case. */
export const isSetupCode = async (deps: Pick<Deps, 'signingSecret'>, typed: string): Promise<boolean> => {
  const [known, given] = [await setupCode(deps), typed].map((code) =>
    createHmac('sha256', 'compared')
      .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
      .digest(),
  )
  return known !== undefined && given !== undefined && timingSafeEqual(known, given)
}
