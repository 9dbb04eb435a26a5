import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** That an organisation may book for a passenger: from this moment on, and until that one; null: until it is ended. */
export type Consent = { traveler_id: number; begins: Date; ends: Date | null }

/** SQL: when the consent `c` to an organisation of the region `g` begins, and when it is over if nobody ends it before. */
export const consentBegins: RawBuilder<Date> = sql<Date>`(c.consented_on::timestamp at time zone g.time_zone)`
export const consentEnds: RawBuilder<Date | null> = sql<Date | null>`((c.until_on + 1)::timestamp at time zone g.time_zone)`

/** The consents to an organisation that nobody has ended. */
export const consentsTo = (db: Kysely<DB>, organisation: number | null): Promise<Consent[]> =>
  db
    .selectFrom('organisation_travelers as c')
    .innerJoin('organisations as o', 'o.id', 'c.organisation_id')
    .innerJoin('regions as g', 'g.id', 'o.region_id')
    .where('c.organisation_id', '=', organisation)
    .where('c.ended_at', 'is', null)
    .select(['c.traveler_id', consentBegins.as('begins'), consentEnds.as('ends')])
    .execute()

/** Whose consent is in force. */
export const inForce = (consents: readonly Consent[], now: Date): number[] =>
  consents
    .filter(({ begins, ends }) => begins <= now && (ends === null || now < ends))
    .map(({ traveler_id }) => traveler_id)
