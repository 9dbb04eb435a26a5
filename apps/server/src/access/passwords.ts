import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB, two passes, one lane: OWASP's figures. Works on another thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash of no known password, so that checking an unknown account takes as long as a known one. */
let decoy: Promise<string> | null = null

/** False for a missing hash, after the time that a wrong password takes. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword('\u0000 no password reads like this')
  const matches = await verify(stored ?? (await decoy), password).catch(() => false)
  return stored !== null && matches
}
