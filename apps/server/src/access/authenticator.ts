import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { decryptSecret } from './secrets.ts'

/** RFC 6238 as every authenticator app knows it. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** half minutes before and after that are taken as well */
const WINDOW = 1

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const aboutFactor = (userId: number): string => `second factor of user ${userId}`

/** What the QR code holds. */
export const uriOf = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...RULES, secret, issuer, label: account }).toString()

/** The half minute that the code is of; null when it is of none near now. */
export const stepOf = (secret: string, code: string, now: Date): number | null => {
  const totp = new TOTP({ ...RULES, secret })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / RULES.period) + delta
}

export const appOf = (db: Kysely<DB>, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['id', 'secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'authenticator app')
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

/** Uses a code up. False for one that is wrong or was used before. */
export const takeAppCode = async (
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  userId: number,
  code: string,
): Promise<boolean> => {
  const app = await appOf(deps.db, userId)
  if (app === undefined) return false
  const now = deps.clock.wall()
  const step = stepOf(await decryptSecret(deps, app.secret, aboutFactor(userId)), code, now)
  return step !== null && (await markUsed(deps.db, app.id, step, now))
}

/** False where this half minute's code, or a later one, was used: of two requests with one code one is too late. */
export const markUsed = async (db: Kysely<DB>, factorId: number, step: number, now: Date): Promise<boolean> => {
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', factorId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
