import { z } from 'zod'
import type { EnvironmentValue } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { storedMail } from './mail-server.ts'

const StoredName = z.object({ name: z.string().nullable() }).catch({ name: null })

/** What the environment sets; of what it leaves open, what the settings say instead. */
export const environmentNow = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<EnvironmentValue[]> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'environment').executeTakeFirst()
  const { host, sender } = await storedMail(db)
  const said: Readonly<Record<string, string | null>> = {
    AMBIT_ENVIRONMENT: StoredName.parse(row?.value ?? null).name,
    AMBIT_MAIL_FROM: sender,
    SMTP_URL: host,
  }
  return config.environmentValues.map((one) => {
    const value = said[one.name] ?? null
    if (one.source !== 'default' || value === null) return one
    return { ...one, value: one.secret ? null : value, source: 'settings' }
  })
}
