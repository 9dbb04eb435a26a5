import { api, type PasskeyAssertion } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { passkeyStrings as words } from './passkey-strings.ts'

/** Why this page cannot use passkeys; null: it can. */
export const noPasskeys = (): string | null => {
  if (!window.isSecureContext) return words.insecure
  // Browsers know passkeys of names only.
  if (/^[\d.]+$|^\[/.test(location.hostname)) return words.nameless
  return 'PublicKeyCredential' in window ? null : words.unknown
}

/** Browser or device made or used no passkey; the message says why, for the person before it. */
export class PasskeyFailure extends Error {}

/** Comes with the first use of a passkey. */
const library = () => import('@simplewebauthn/browser')
type Library = Awaited<ReturnType<typeof library>>

const inWords = ({ WebAuthnError }: Library, error: unknown, otherwise: string): PasskeyFailure => {
  if (!(error instanceof WebAuthnError)) return new PasskeyFailure(otherwise)
  switch (error.code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return new PasskeyFailure(words.known)
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return new PasskeyFailure(words.elsewhere)
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return new PasskeyFailure(words.unfit)
    default:
      return new PasskeyFailure(otherwise)
  }
}

/** Has the browser make one, and adds it. Throws PasskeyFailure, and what the server refuses. */
export const addPasskey = async (name: string) => {
  const [webauthn, { data }] = [await library(), await client.call(api.passkeys.toAdd)]
  const made = await webauthn.startRegistration({ optionsJSON: data }).catch((error: unknown) => {
    throw inWords(webauthn, error, words.notMade)
  })
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  const passkey = { id: made.id, type: made.type, response: { clientDataJSON, attestationObject, transports } }
  return (await client.call(api.passkeys.create, { body: { name, passkey } })).data
}

type Asked = Awaited<ReturnType<typeof client.call<typeof api.passkeys.toSignIn>>>

/** Has the browser use one for what the server asks. Throws PasskeyFailure, and what the server refuses. */
export const applyPasskey = async (ask: () => Promise<Asked>): Promise<PasskeyAssertion> => {
  const [webauthn, { data }] = [await library(), await ask()]
  const used = await webauthn.startAuthentication({ optionsJSON: data }).catch((error: unknown) => {
    throw inWords(webauthn, error, words.notUsed)
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = used.response
  return { id: used.id, type: used.type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

export const passkeysQuery = queryOptions({
  queryKey: ['second-factors', 'passkeys'],
  queryFn: ({ signal }) => client.call(api.passkeys.list, { signal }).then(({ data }) => data),
})
