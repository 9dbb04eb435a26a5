import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../http/in-turn.ts'

/** argon2id with 19 MiB, two passes, one lane: OWASP's figures. Works on another thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Each takes 19 MiB and one of four threads that files, names and compression need too. The last of so many waits for a
 * second or two.
 */
const inTurn = createTurns({
  atOnce: 2,
  mostWaiting: 50,
  busy: 'Many people are signing in. Please try again in a moment',
})

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/** A hash of no known password, so that checking an unknown account takes as long as a known one. */
let decoy: Promise<string> | null = null

/** False for a missing hash, after the time that a wrong password takes. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hash('\u0000 no password reads like this', cost)
  const known = stored ?? (await decoy)
  const matches = await inTurn(() => verify(known, password).catch(() => false))
  return stored !== null && matches
}
