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

/** Of random bytes, at the same cost, so that checking an unknown account takes as long as a known one. */
export const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$NmwWQ7BgeNqKYYJBIAKIcQ$2GeyKwwtZAVqZhDLG7ZTLxMDRskO0BoBeldTrdi9WA8'

/** False for a missing hash, after the time that a wrong password takes. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await inTurn(() => verify(stored ?? DECOY, password).catch(() => false))
  return stored !== null && matches
}
