import { smsSize } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { SmsLimits } from '../../config.ts'
import type { DB } from '../../database/schema.ts'

/** Of the day's limit: what is urgent, and codes, are sent beyond it until then. */
const URGENT_SHARE = 1.2
/** Superadmins are told from here on. */
export const WARNED_SHARE = 0.8

/** A number that is not written to: of another country than the installation's and those of SMS_COUNTRIES. */
export const isAllowed = (number: string, prefix: string, { countries }: SmsLimits): boolean =>
  [prefix, ...countries].some((beginning) => number.startsWith(beginning))

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

type Sms = { text: string; urgent: boolean }

/**
 * Counts an SMS with what goes to the gateway today, where it fits in; false: it does not, and is not counted. One
 * statement, so that processes which ask at the same time together stay within the limit.
 */
export const takeParts = async (
  db: Kysely<DB>,
  { parts: limit }: SmsLimits,
  { text, urgent }: Sms,
  now: Date,
): Promise<boolean> => {
  const { parts } = smsSize(text)
  const most = Math.floor(limit * (urgent ? URGENT_SHARE : 1))
  const { rows } = await sql<{ parts: number }>`
    insert into sms_days as d (day, parts) select ${dayOf(now)}::date, ${parts}::int where ${parts}::int <= ${most}::int
    on conflict (day) do update set parts = d.parts + excluded.parts where d.parts + excluded.parts <= ${most}::int
    returning parts`.execute(db)
  return rows.length > 0
}

/** How many parts were counted today. */
export const partsToday = async (db: Kysely<DB>, now: Date): Promise<number> => {
  const { rows } = await sql<{ parts: number }>`select parts from sms_days where day = ${dayOf(now)}::date`.execute(db)
  return rows[0]?.parts ?? 0
}
