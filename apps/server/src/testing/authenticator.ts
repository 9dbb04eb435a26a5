import { TOTP } from 'otpauth'
import { api, type Client } from '@ambit/contract'
import type { Deps } from '../deps.ts'

/** What an authenticator app shows at that time. */
export const codeAt = (secret: string, time: Date): string =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: time.getTime() })

/** Gives the client's user an authenticator app. Its code of that time is used up. */
export const enrolApp = async (client: Client, now: Date) => {
  const { data } = await client.call(api.secondFactors.create, { body: { name: 'Phone' } })
  const body = { code: codeAt(data.secret, now) }
  const { codes } = (await client.call(api.secondFactors.confirm, { params: { id: data.id }, body })).data
  return { ...data, codes }
}

/** A factor that stands, and that nobody has the phone of. */
export const insertFactor = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, user_id: number): Promise<void> => {
  const now = clock.wall()
  const factor = { kind: 'authenticator app', name: 'Phone', secret: '', created_at: now, confirmed_at: now } as const
  await db
    .insertInto('second_factors')
    .values({ user_id, ...factor })
    .execute()
}
