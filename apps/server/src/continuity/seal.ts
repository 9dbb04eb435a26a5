import { randomBytes, webcrypto } from 'node:crypto'

/** What OWASP asks of PBKDF2 with SHA-256; about half a second in a browser. */
const ITERATIONS = 600_000

export type Sealed = { iterations: number; salt: string; iv: string; data: string; about: string }

const base64 = (bytes: Uint8Array | ArrayBuffer): string => Buffer.from(bytes as Uint8Array).toString('base64')

/** AES-256-GCM with a key of the passphrase by PBKDF2, both of WebCrypto, which opens it again in the browser. `about` is told openly and cannot be exchanged. */
export const seal = async (text: string, passphrase: string, about: string): Promise<Sealed> => {
  const { subtle } = webcrypto
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const encoder = new TextEncoder()
  const secret = await subtle.importKey('raw', encoder.encode(passphrase.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ])
  const key = await subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const data = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encoder.encode(about) },
    key,
    encoder.encode(text),
  )
  return { iterations: ITERATIONS, salt: base64(salt), iv: base64(iv), data: base64(data), about }
}
