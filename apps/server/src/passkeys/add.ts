import type { z } from 'zod'
import { MOST_PASSKEYS, type PasskeyInput, PasskeyTransport } from '@ambit/contract'
import type { Transaction } from 'kysely'
import { tellOfAccount } from '../access/account-mail.ts'
import { hasSecondFactor, lockFactors } from '../access/factors.ts'
import { expectedOf, newChallenge, PASSKEY_MS, relyingParty, userHandle, webauthn } from '../access/passkeys.ts'
import type { staffOf } from '../access/proof.ts'
import { newRecoveryCodes, replaceRecoveryCodes } from '../access/recovery-codes.ts'
import { aboutAccount, noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict, invalid } from '../http/errors.ts'
import { brandDefaults } from '../settings/defaults.ts'

type User = ReturnType<typeof staffOf>

/** COSE numbers of the signatures that are taken: EdDSA, ES256 and RS256, which every device has one of. */
const ALGORITHMS = [-8, -7, -257]

const enough = () => conflict(`You have ${MOST_PASSKEYS} passkeys. Remove one before you add another`)

/** What a browser makes a passkey with: one that is found without a name, after a finger, a face or a PIN. */
export const creationFor = async (deps: Deps, { id, session_id }: User) => {
  const { db, config } = deps
  const rp = { id: relyingParty(config).id, name: brandDefaults[config.brand].appName }
  const known = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', id)
    .execute()
  if (known.length >= MOST_PASSKEYS) throw enough()
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    rp,
    user: {
      id: await userHandle(deps, id),
      name: user.email,
      displayName: `${user.first_name} ${user.last_name}`,
    },
    challenge: await newChallenge(deps, { purpose: 'adding', session: session_id }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: PASSKEY_MS,
    excludeCredentials: known.map((passkey) => ({ ...passkey, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

/** Recovery codes come with the first second factor. Throws 422 for what no passkey has signed, 409 for the eleventh. */
export const addPasskey = async (
  deps: Deps,
  user: User,
  { name, passkey }: z.output<typeof PasskeyInput>,
): Promise<{ id: number; name: string; created_at: Date; last_used_at: null; codes: string[] }> => {
  const made = await credentialOf(deps, user, passkey)
  if (made === null)
    throw invalid([
      { pointer: '/passkey', title: 'Passkey', detail: 'This passkey was not accepted. Please try again' },
    ])
  const codes = (await hasSecondFactor(deps.db, user.id)) ? null : await newRecoveryCodes()
  const created_at = deps.clock.wall()
  const transports = (passkey.response.transports ?? []).flatMap((way) => PasskeyTransport.safeParse(way).data ?? [])
  return deps.db.transaction().execute(async (tx) => {
    await lockFactors(tx, user.id)
    const first = !(await hasSecondFactor(tx, user.id))
    if (first && codes !== null) await replaceRecoveryCodes(tx, user.id, codes.hashes, created_at)
    const id = await store(tx, { ...made, user_id: user.id, name, transports, created_at })
    const told = { outcome: 'passkey added' }
    await noteEvent(tx, { kind: 'sign_in', ...aboutAccount({ kind: 'user', id: user.id }), told })
    await tellOfAccount(deps, tx, user.id, {
      subject: 'Your account has changed',
      happened: `The passkey ${name} was added to your account. It signs in by itself, and signing in with the password asks for a second step.`,
    })
    return { id, name, created_at, last_used_at: null, codes: first && codes !== null ? codes.shown : [] }
  })
}

type Stored = {
  user_id: number
  credential_id: string
  public_key: string
  counter: number
  transports: PasskeyTransport[]
  name: string
  created_at: Date
}

/** The caller holds the user's lock: nobody else adds one meanwhile. */
const store = async (tx: Transaction<DB>, passkey: Stored): Promise<number> => {
  const there = await tx.selectFrom('passkeys').select('id').where('user_id', '=', passkey.user_id).execute()
  if (there.length >= MOST_PASSKEYS) throw enough()
  const stored = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflicting) => conflicting.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) throw conflict('This passkey is of an account already')
  return stored.id
}

/** Null for what is no answer to a challenge of this session. */
const credentialOf = async (
  deps: Deps,
  { session_id }: User,
  { id, type, response }: z.output<typeof PasskeyInput>['passkey'],
): Promise<Pick<Stored, 'credential_id' | 'public_key' | 'counter'> | null> => {
  const expected = await expectedOf(deps, response.clientDataJSON, { purpose: 'adding', session: session_id })
  if (expected === null) return null
  const { verifyRegistrationResponse } = await webauthn()
  const { clientDataJSON, attestationObject } = response
  const answer = { id, rawId: id, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} }
  try {
    const checking = { ...expected, response: answer, supportedAlgorithmIDs: ALGORITHMS }
    const { verified, registrationInfo } = await verifyRegistrationResponse(checking)
    if (!verified) return null
    const { credential } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    }
  } catch {
    // The library throws for each thing that is not as expected, and for what it cannot read.
    return null
  }
}
