import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { api, type Client, type PasskeyAssertion } from '@ambit/contract'
import type { Deps } from '../deps.ts'

/** What goes wrong between a device and the server, for tests of refusals. */
export type Tamper = {
  /** of the page */
  origin?: string
  /** the site that the device was asked for */
  rpId?: string
  /** was a finger, a face or a PIN asked for? */
  verified?: boolean
  /** what the device says of how often it was used */
  counter?: number
  /** whose passkey the device says it is */
  userHandle?: string
  crossOrigin?: boolean
}

type Creation = { rp: { id: string }; user: { id: string }; challenge: string }
type Request = { rpId: string; challenge: string }

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40
/** "none": what a device says that does not tell its kind */
const NO_KIND = Buffer.alloc(16)

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

const uint = (value: number, size: 2 | 4): Buffer => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

/** WebAuthn Level 3, 6.1 */
const authData = (rpId: string, flags: number, counter: number, more = Buffer.alloc(0)): Buffer =>
  Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(counter, 4), more])

/** A device with one passkey for one site, and the browser before it: ES256, attestation `none`. */
export const createPasskeyDevice = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let used = 0
  let owner = ''

  const clientData = (type: string, challenge: string, tamper: Tamper): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: tamper.origin ?? origin, crossOrigin: tamper.crossOrigin ?? false }),
    )
  const flagsOf = ({ verified = true }: Tamper): number => PRESENT | (verified ? VERIFIED : 0)

  /** RFC 9053, 7.1.1: kind EC2, ES256, P-256 */
  const coseKey = (): Buffer => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const entries: [number, number | Uint8Array<ArrayBuffer>][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]
    return Buffer.from(isoCBOR.encode(new Map(entries)))
  }

  return {
    create: ({ rp, user, challenge }: Creation, tamper: Tamper = {}) => {
      owner = user.id
      const credential = Buffer.concat([NO_KIND, uint(id.length, 2), id, coseKey()])
      const data = authData(tamper.rpId ?? rp.id, flagsOf(tamper) | WITH_KEY, tamper.counter ?? used, credential)
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        id: id.toString('base64url'),
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, tamper).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal', 'telepathy'],
        },
      }
    },
    get: ({ rpId, challenge }: Request, tamper: Tamper = {}): PasskeyAssertion => {
      used = tamper.counter ?? used + 1
      const said = clientData('webauthn.get', challenge, tamper)
      const data = authData(tamper.rpId ?? rpId, flagsOf(tamper), used)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(said)]))
        .sign(privateKey)
      return {
        id: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: tamper.userHandle ?? owner,
        },
      }
    },
  }
}
export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>

/** Gives the client's user a passkey. */
export const enrolPasskey = async (client: Client, device: PasskeyDevice, name = 'Laptop') => {
  const options = (await client.call(api.passkeys.toAdd)).data
  return (await client.call(api.passkeys.create, { body: { name, passkey: device.create(options) } })).data
}

/** One that stands, and that nobody has the device of. */
export const insertPasskey = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user_id: number,
  name: string,
): Promise<number> => {
  const key = { credential_id: `of ${user_id}`, public_key: 'none', counter: 0, transports: [] }
  const { id } = await db
    .insertInto('passkeys')
    .values({ user_id, name, ...key, created_at: clock.wall() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
