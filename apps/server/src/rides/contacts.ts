import { type Kysely, sql } from 'kysely'
import { emailText } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { international } from '../messages/international.ts'

/** In lower case, or as E.164. */
export type Contact = { channel: 'email' | 'sms'; address: string }

/** Throws 422 beside the field for what is neither an e-mail address nor a number. `prefix` is that of numbers without one: `+61`. */
export const contactOf = (typed: string, prefix: string, pointer = '/contact'): Contact => {
  if (!typed.includes('@')) return { channel: 'sms', address: phoneOf(typed, prefix, pointer) }
  const email = emailText.safeParse(typed)
  if (!email.success) throw invalid([{ pointer, detail: 'Please enter a valid email address' }])
  return { channel: 'email', address: email.data.toLowerCase() }
}

/** As E.164. Throws 422 beside the field. */
export const phoneOf = (typed: string, prefix: string, pointer: string): string => {
  const phone = international(typed, prefix)
  if (phone === null || phone.length < SHORTEST)
    throw invalid([{ pointer, detail: `Please enter a phone number such as ${prefix} 412 345 678` }])
  return phone
}

/** With its plus; the shortest numbers that take SMS have eight digits with the country. */
const SHORTEST = 9

export type KnownPerson = {
  id: number
  first_name: string
  last_name: string
  restricted: boolean
  email_verified_at: Date | null
  phone_verified_at: Date | null
}

/** Whom a contact is of: an e-mail address of one, a number of a household. Numbers that staff entered have many forms. */
export const peopleAt = async (
  db: Kysely<DB>,
  { channel, address }: Contact,
  prefix: string,
): Promise<KnownPerson[]> => {
  const found = db
    .selectFrom('travelers')
    .select(['id', 'first_name', 'last_name', 'email_verified_at', 'phone_verified_at'])
    .select(sql<boolean>`restriction is not null`.as('restricted'))
    .where('anonymised_at', 'is', null)
    .orderBy('id')
    .limit(MOST)
  if (channel === 'email') return found.where(sql<boolean>`lower(email) = ${address}`).execute()
  const plain = sql`regexp_replace(phone_number, '[\\s()./-]', '', 'g')`
  return found
    .where('phone_number', 'is not', null)
    .where(sql<boolean>`${plain} = any(${formsOf(address, prefix)}::text[])`)
    .execute()
}

/** A number of an office is of many; a phone that is shared, of a few. */
const MOST = 20

const formsOf = (phone: string, prefix: string): string[] => {
  const abroad = [phone, `00${phone.slice(1)}`]
  if (!phone.startsWith(prefix)) return abroad
  const here = phone.slice(prefix.length)
  return [...abroad, `0${here}`, here, `${prefix}0${here}`]
}
