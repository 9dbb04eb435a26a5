import { type JWTPayload, SignJWT } from 'jose'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { SessionHolder } from './queries.ts'

export const ISSUER = 'ambit'

/** ms */
const GOOD_FOR_MS = 7 * 24 * 3_600_000

type Upload = { driver_id: number; trip_id: number }

/**
 * What sends one trip's actions and positions after its driver has signed out. It opens nothing else, and has no session
 * that could end: what happened on the road is to arrive.
 */
export const issueUploadToken = async (
  { clock, signingSecret }: Pick<Deps, 'clock' | 'signingSecret'>,
  { driver_id, trip_id }: Upload,
): Promise<string> => {
  const now = clock.wall()
  return new SignJWT({ trip: trip_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(`upload:${driver_id}`)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + GOOD_FOR_MS))
    .sign(await signingSecret())
}

/** Of a payload whose signature is right and whose time is not over. A driver who is blocked sends nothing more. */
export const uploadHolder = async (db: Kysely<DB>, { sub, trip, exp }: JWTPayload): Promise<SessionHolder | 'bad'> => {
  const driver = await db
    .selectFrom('drivers')
    .where('id', '=', Number(/^upload:(\d+)$/.exec(sub ?? '')?.[1] ?? 0))
    .where('status', '=', 'approved')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('full_name')])
    .executeTakeFirst()
  if (driver === undefined || typeof trip !== 'number') return 'bad'
  const expires_at = new Date((exp ?? 0) * 1000)
  return { kind: 'driver', session_id: `upload:${trip}`, expires_at, driver, upload_trip: trip }
}
