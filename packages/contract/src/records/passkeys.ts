import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, Timestamp } from './basics.ts'

/** A key pair that a device or a security key holds for one site (WebAuthn Level 3). */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** That a user may have. */
export const MOST_PASSKEYS = 10

const name = requiredText('Please enter a name', 60)
export const PasskeyNameInput = z.object({ name })

/** Bytes as WebAuthn's JSON writes them; a browser's answer has a few hundred of them. */
const bytes = (most: number) => z.base64url('This is no answer of a passkey').min(1).max(most)

/** What `navigator.credentials.get` answered; what else is in its JSON is not needed. */
export const PasskeyAssertion = z.object({
  id: bytes(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    /** whose passkey the device says it is */
    userHandle: bytes(100).nullish(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** What `navigator.credentials.create` answered, and what the user calls the passkey. */
export const PasskeyInput = z.object({
  name,
  passkey: z.object({
    id: bytes(1400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(40_000),
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  }),
})

/** Ways from a browser to a passkey. */
export const PasskeyTransport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type PasskeyTransport = z.infer<typeof PasskeyTransport>

/** What `navigator.credentials.create` is called with. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  /** those that the user has */
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(PasskeyTransport) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** What `navigator.credentials.get` is called with. */
export const PasskeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** `ticket`: for a second step, of the answer to the password. */
export const PasskeyRequestInput = z.object({ ticket: z.string().min(1).max(2000).optional() })

/** `codes`: told this once, with the first second factor of a user. */
export const PasskeyAdded = Passkey.extend({ codes: z.array(z.string()) })
export const PasskeySignInInput = z.object({ passkey: PasskeyAssertion })
