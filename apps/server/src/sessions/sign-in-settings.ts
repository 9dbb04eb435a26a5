import type { Kysely } from 'kysely'
import { MINIMUM_PASSWORD_LENGTH, SignInSettings } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

export const signInDefaults: SignInSettings = {
  session_minutes: 720,
  idle_minutes: 240,
  password_length: MINIMUM_PASSWORD_LENGTH,
  local_sign_in: true,
}

/** The product's own, with what the settings table says instead. */
export const signInSettings = (stored: unknown): SignInSettings => {
  const parsed = SignInSettings.partial().safeParse(stored ?? {})
  return { ...signInDefaults, ...(parsed.success ? parsed.data : {}) }
}

export const currentSignInSettings = async (db: Kysely<DB>): Promise<SignInSettings> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'sign_in').executeTakeFirst()
  return signInSettings(row?.value)
}
