import { createHash, createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { PasskeyAssertion } from '@ambit/contract'
import type { Config } from '../config.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'

/** How long a browser may ask for a finger, a face or a PIN. */
export const PASSKEY_MS = 5 * 60_000

/** What a challenge is for, and whose it is: a session's, a sign-in ticket's, or at first nobody's. */
export type Asked =
  | { purpose: 'sign in' }
  | { purpose: 'second step'; ticket: string }
  | { purpose: 'adding' | 'proof'; session: string }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const purposeHash = (asked: Asked): string => {
  switch (asked.purpose) {
    case 'sign in':
      return hashOf(asked.purpose)
    case 'second step':
      return hashOf(`${asked.purpose} ${asked.ticket}`)
    case 'adding':
    case 'proof':
      return hashOf(`${asked.purpose} ${asked.session}`)
  }
}

/** For one use within five minutes, at any server of the installation. */
export const newChallenge = async (
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  asked: Asked,
): Promise<string> => {
  const challenge = random.token(32)
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOf(challenge),
      purpose_hash: purposeHash(asked),
      expires_at: new Date(clock.wall().getTime() + PASSKEY_MS),
    })
    .execute()
  return challenge
}

/** Uses a challenge up. False for one that was used, is over, or was for something else. */
const takeChallenge = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  challenge: string,
  asked: Asked,
): Promise<boolean> => {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose_hash', '=', purposeHash(asked))
    .returning('expires_at')
    .executeTakeFirst()
  return taken !== undefined && taken.expires_at > clock.wall()
}

type RelyingParty = { id: string; isOrigin: (origin: string) => boolean }

/**
 * The site that passkeys are of: the public URL's host. Without a public URL people reach the product at localhost, by
 * whatever port leads there. Throws 409 where browsers know no passkeys.
 */
export const relyingParty = ({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty => {
  if (publicUrl === null) {
    const local = (from: URL | null): boolean => from?.protocol === 'http:' && from.hostname === 'localhost'
    return { id: 'localhost', isOrigin: (origin) => local(URL.parse(origin)) }
  }
  const { protocol, hostname, origin: own } = new URL(publicUrl)
  if (protocol !== 'https:' && hostname !== 'localhost')
    throw conflict('Passkeys need HTTPS: AMBIT_PUBLIC_URL must begin with https://')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw conflict('Passkeys belong to a name: AMBIT_PUBLIC_URL must have one in place of a network address')
  return { id: hostname, isOrigin: (origin) => origin === own }
}

/** What the browser says that it has done, and where. */
const ClientData = z.object({ challenge: z.string(), origin: z.string(), crossOrigin: z.boolean().optional() })
type ClientData = z.infer<typeof ClientData>

const clientDataOf = (encoded: string): ClientData | null => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/** What the library is to expect: of an answer to a challenge of ours, given on a page of ours. Null for any other. */
export const expectedOf = async (deps: Pick<Deps, 'db' | 'clock' | 'config'>, clientData: string, asked: Asked) => {
  const party = relyingParty(deps.config)
  const said = clientDataOf(clientData)
  if (said === null || !(await takeChallenge(deps, said.challenge, asked))) return null
  if (said.crossOrigin === true || !party.isOrigin(said.origin)) return null
  return {
    expectedChallenge: said.challenge,
    expectedOrigin: said.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }
}

/** Fetched when the first passkey comes: it takes a third of a second and 26 MB. */
export const webauthn = () => import('@simplewebauthn/server')

/** What devices know a user by: it tells nobody who that is. */
export const userHandle = async ({ signingSecret }: Pick<Deps, 'signingSecret'>, userId: number): Promise<string> =>
  createHmac('sha256', await signingSecret())
    .update(`passkeys of user ${userId}`)
    .digest('base64url')

export const passkeysOf = (db: Kysely<DB>, userId: number) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** `wrong`: whose passkey it would have been, and why it was not taken. */
export type TakenPasskey =
  | { outcome: 'right'; userId: number }
  | { outcome: 'wrong'; userId: number | null; reason: string }

/** Checks what a passkey has signed, and notes the use. */
export const takePasskey = async (deps: Deps, assertion: PasskeyAssertion, asked: Asked): Promise<TakenPasskey> => {
  const { id, type, response } = assertion
  const expected = await expectedOf(deps, response.clientDataJSON, asked)
  const passkey = await deps.db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key'])
    .where('credential_id', '=', id)
    .executeTakeFirst()
  if (passkey === undefined) return { outcome: 'wrong', userId: null, reason: 'unknown' }
  const wrong = (reason: string): TakenPasskey => ({ outcome: 'wrong', userId: passkey.user_id, reason })
  if (expected === null) return wrong('not asked for here')
  if (response.userHandle !== (await userHandle(deps, passkey.user_id))) return wrong('not verified')
  const counter = await counterOf({
    ...expected,
    response: {
      id,
      rawId: id,
      type,
      response: { ...response, userHandle: response.userHandle },
      clientExtensionResults: {},
    },
    // Counters are compared below, where no other server comes between.
    credential: { id, publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')), counter: 0 },
  })
  if (counter === null) return wrong('not verified')
  if (!(await noteUse(deps, passkey.id, counter))) return wrong('its counter went back')
  return { outcome: 'right', userId: passkey.user_id }
}

type Verifying = Parameters<Awaited<ReturnType<typeof webauthn>>['verifyAuthenticationResponse']>[0]

/** How often the passkey says that it was used; null for what it has not signed. */
const counterOf = async (verifying: Verifying): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(verifying)
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for each thing that is not as expected, and for what it cannot read.
    return null
  }
}

/** False where the counter does not grow: there is a copy of the passkey. Those that do not count say 0. */
const noteUse = async ({ db, clock }: Deps, passkeyId: number, counter: number): Promise<boolean> => {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: clock.wall() })
    .where('id', '=', passkeyId)
    .where((where) => where.or([where('counter', '<', counter), ...(counter === 0 ? [where('counter', '=', 0)] : [])]))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
