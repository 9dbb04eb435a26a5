import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Deps } from '../../deps.ts'
import { publicUrlOf } from '../../settings/public-url.ts'

/** What push services know the installation by (RFC 8292). */
export type PushKeys = {
  /** an uncompressed point of P-256 in base64url, as browsers take it */
  public_key: string
  private_key: JWK
}

const SETTING = 'push_keys'
const HOURS = 12

const made = async (): Promise<PushKeys> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const private_key = await exportJWK(privateKey)
  const [x, y] = [private_key.x ?? '', private_key.y ?? ''].map((part) => Buffer.from(part, 'base64url'))
  return { public_key: Buffer.concat([Buffer.of(4), x!, y!]).toString('base64url'), private_key }
}

/** One pair for all processes of a database, made by the first one that needs it and read once by each. */
export const createPushKeys = ({ db }: Pick<Deps, 'db'>): Deps['pushKeys'] => {
  const stored = () => db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst()
  const load = async (): Promise<PushKeys> => {
    const row = await stored()
    if (row !== undefined) return row.value as PushKeys // written below
    const value = JSON.stringify(await made())
    await db
      .insertInto('settings')
      .values({ key: SETTING, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await stored())?.value as PushKeys // as just written, here or by another process
  }
  let loading: Promise<PushKeys> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

type Signing = Pick<Deps, 'pushKeys' | 'clock' | 'config'>

/** Whom a push service may write to. */
const contactOf = (config: Deps['config']): string => {
  const address = publicUrlOf(config)
  return address.startsWith('https:') ? address : `mailto:${config.mailFrom ?? 'ambit@localhost.invalid'}`
}

/** The header `Authorization` for one push service. */
export const authorizationFor = async ({ pushKeys, clock, config }: Signing, origin: string): Promise<string> => {
  const { public_key, private_key } = await pushKeys()
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(origin)
    .setSubject(contactOf(config))
    .setExpirationTime(Math.floor(clock.wall().getTime() / 1000) + HOURS * 3600)
    .sign(await importJWK(private_key, 'ES256'))
  return `vapid t=${token}, k=${public_key}`
}
