import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import { notReady } from '../http/errors.ts'

type Keeping = { db: Deps['db']; config: Pick<Deps['config'], 'secretKey' | 'dataFolder'> }

export const KEY_FILE = 'secret.key'

/** Of the environment, else of a file of the data folder, which the first that needs it makes. */
const keyOf = async ({ secretKey, dataFolder }: Keeping['config']): Promise<Buffer> => {
  if (secretKey !== null) return Buffer.from(secretKey, 'base64')
  const path = join(dataFolder, KEY_FILE)
  await mkdir(dataFolder, { recursive: true })
  await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== 32) throw notReady(`The file ${KEY_FILE} of the data folder holds no key of 32 bytes in base64`)
  return key
}

/** Every process of an installation must have the key that the first secret was encrypted with. */
const sharedKey = async ({ db, config }: Keeping): Promise<Buffer> => {
  const key = await keyOf(config)
  const mark = createHash('sha256').update('mark of ').update(key).digest('base64url')
  await db
    .insertInto('settings')
    .values({ key: 'secret_key_mark', value: JSON.stringify(mark) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'secret_key_mark')
    .executeTakeFirstOrThrow()
  if (row.value !== mark)
    throw notReady(
      `This server has another key than the one that secrets are encrypted with (AMBIT_SECRET_KEY, or ${KEY_FILE} of the data folder)`,
    )
  return key
}

/** For what is too short to be kept as a plain hash: who has the database alone cannot try all that it may be. */
export type KeyedHash = (text: string) => string

export const keyedHashes = async (keeping: Keeping): Promise<KeyedHash> => {
  const key = await sharedKey(keeping)
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

/** One of them. */
export const keyedHash = async (keeping: Keeping, text: string): Promise<string> => (await keyedHashes(keeping))(text)

/** AES-256-GCM. `about` names what the secret belongs to, so that it opens nowhere else. */
export const encryptSecret = async (keeping: Keeping, text: string, about: string): Promise<string> => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await sharedKey(keeping), iv).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
}

export const decryptSecret = async (keeping: Keeping, stored: string, about: string): Promise<string> => {
  const [iv, body, tag] = stored.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (iv === undefined || body === undefined || tag === undefined) throw new Error('a secret without its parts')
  const decipher = createDecipheriv('aes-256-gcm', await sharedKey(keeping), iv, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
