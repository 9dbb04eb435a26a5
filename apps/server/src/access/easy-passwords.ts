import { type Kysely, sql } from 'kysely'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { currentSignInSettings } from '../sessions/sign-in-settings.ts'
import { brandDefaults } from '../settings/defaults.ts'

/** Whose password it is going to be. */
type Owner = { first_name: string; last_name: string; username: string; email: string | null }

/** 49,233 of them, from leaks, in small letters. */
const commonest: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Shorter names are in too many words. */
const SHORTEST_NAME = 4

/**
 * Throws 422 for what is shorter than the settings say, and for what is guessed first: the commonest passwords, and names
 * of the service and its owner.
 */
export const refuseEasyPassword = async (
  db: Kysely<DB>,
  password: string,
  { first_name, last_name, username, email }: Owner,
  pointer: string,
): Promise<void> => {
  const { password_length } = await currentSignInSettings(db)
  if (password.length < password_length)
    throw invalid([{ pointer, title: 'Password', detail: `The password needs at least ${password_length} characters` }])
  const typed = password.toLowerCase()
  if (
    commonest.has(typed) ||
    isMostly(typed, [...(await namesOfService(db)), first_name, last_name, username, email ?? ''])
  )
    throw invalid([{ pointer, title: 'Password', detail: 'This password is easy to guess' }])
}

/** More than half of it is a name, or one of the words of a name. */
const isMostly = (typed: string, names: readonly string[]): boolean =>
  names
    .flatMap((name) => [name.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...name.split(/[^\p{L}\p{N}]+/u)])
    .some(
      (word) => word.length >= SHORTEST_NAME && word.length * 2 > typed.length && typed.includes(word.toLowerCase()),
    )

const namesOfService = async (db: Kysely<DB>): Promise<string[]> => {
  const regions = await db.selectFrom('regions').select('name').limit(1000).execute()
  const app = await db
    .selectFrom('settings')
    .select([sql<string | null>`value->>'appName'`.as('app'), sql<string | null>`value->>'brandName'`.as('brand')])
    .where('key', '=', 'app')
    .executeTakeFirst()
  const shipped = Object.values(brandDefaults).flatMap(({ appName, brandName }) => [appName, brandName])
  return [...shipped, app?.app ?? '', app?.brand ?? '', ...regions.map(({ name }) => name)]
}
