import { createPasskeyDevice } from '@ambit/server/testing/passkey-device'

/** jsdom's own, given to each test process by its environment */
declare const jsdom: { reconfigure: (to: { url: string }) => void }

const textOf = (bytes: BufferSource): string => {
  const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
  return Buffer.from(view).toString('base64url')
}
const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64url')).buffer

type Answer = { id: string; type: string; response: Record<string, string | string[] | null | undefined> }

/** As a browser hands over what a device has answered. */
const credentialOf = ({ id, type, response }: Answer) => {
  const { transports, ...texts } = response
  const bytes = Object.entries(texts).map(([name, text]) => [name, bytesOf(String(text))])
  return {
    id,
    type,
    rawId: bytesOf(id),
    response: { ...Object.fromEntries(bytes), getTransports: () => transports },
    getClientExtensionResults: () => ({}),
  }
}

/**
 * From now on the page is one at localhost in a browser that knows passkeys, before a device that makes and uses one.
 * `refuse`: the person turns the next question down. Answers a function that takes all of it away.
 */
export const givePasskeyDevice = (url: string) => {
  const origin = url.replace('127.0.0.1', 'localhost')
  jsdom.reconfigure({ url: origin })
  const device = createPasskeyDevice(origin)
  let refusing = false
  const asked = <T>(answer: () => T): Promise<T> => {
    if (!refusing) return Promise.resolve(answer())
    refusing = false
    return Promise.reject(new DOMException('The person did not want to', 'NotAllowedError'))
  }
  const credentials = {
    create: ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) =>
      asked(() => {
        const { rp, user, challenge } = publicKey
        const asking = { rp: { id: rp.id ?? '' }, user: { id: textOf(user.id) }, challenge: textOf(challenge) }
        return credentialOf(device.create(asking))
      }),
    get: ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) =>
      asked(() => credentialOf(device.get({ rpId: publicKey.rpId ?? '', challenge: textOf(publicKey.challenge) }))),
  }
  const browser = { isSecureContext: true, PublicKeyCredential: () => undefined }
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { configurable: true, value })
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
  return {
    refuse: () => void (refusing = true),
    takeAway: () => {
      for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name)
      Reflect.deleteProperty(navigator, 'credentials')
      jsdom.reconfigure({ url })
    },
  }
}
