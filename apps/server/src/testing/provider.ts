import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { Provider } from 'oidc-provider'

export const CLIENT = { client_id: 'ambit', secret: 'a-secret-of-the-client-and-the-provider' }
/** Another one, which proves itself with a key of its own. */
export const KEY_CLIENT_ID = 'ambit-by-key'
/** Where people reach the server of the tests. */
export const PUBLIC_URL = 'http://ambit.test'

/** What becomes of the next ID token: other claims, or another key or algorithm. */
export type Tamper = (claims: JWTPayload) => { claims?: JWTPayload; alg?: string; key?: CryptoKey | Uint8Array }

export type TestProvider = {
  issuer: string
  /** what is known of each person, by subject */
  people: Map<string, Record<string, unknown>>
  tamper: Tamper | null
  /** what `KEY_CLIENT_ID` proves itself with: a private key as a JSON Web Key */
  clientKey: string
  /** a token that ends a person's sessions, as the provider would sign it */
  logoutToken: (claims: JWTPayload, alg?: string, key?: CryptoKey) => Promise<string>
  /** it answers nothing until it is started again */
  stop: () => Promise<void>
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS512']

const newKeys = async (algorithms: readonly string[] = ALGORITHMS) => {
  const keys: JWK[] = []
  for (const alg of algorithms) {
    const { privateKey } = await generateKeyPair(alg, { extractable: true })
    keys.push({ ...(await exportJWK(privateKey)), alg, kid: alg, use: 'sig' })
  }
  return keys
}

const signed = async (
  keys: readonly JWK[],
  claims: JWTPayload,
  alg: string,
  key?: CryptoKey | Uint8Array,
  typ = 'JWT',
) => {
  const own = keys.find((one) => one.alg === alg)
  const signing = key ?? (await importJWK(own ?? keys[0]!)) // of newKeys
  return new SignJWT(claims).setProtectedHeader({ alg, kid: alg, typ }).sign(signing)
}

/** A real provider on this machine, whose sign-in page takes any name that is in `people`. */
export const startProvider = async (publicUrl = PUBLIC_URL): Promise<TestProvider> => {
  const keys = await newKeys()
  const [clientKey] = await newKeys(['ES256'])
  const people: TestProvider['people'] = new Map()
  let listener: RequestListener = (_request, response) => void response.end()
  const http = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // it listens to a port
  const told: TestProvider = {
    issuer,
    people,
    tamper: null,
    clientKey: JSON.stringify(clientKey),
    logoutToken: (claims, alg = 'RS256', key) =>
      signed(keys, { iss: issuer, aud: CLIENT.client_id, ...claims }, alg, key, 'logout+jwt'),
    stop: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  const provider = createProvider({ issuer, publicUrl, keys, people, clientKey: clientKey! }) // of newKeys: one
  const answer = provider.callback()
  listener = (request, response) => {
    if (told.tamper !== null && request.url === '/token') rewrite(response, keys, told.tamper)
    void answer(request, response)
  }
  return told
}

type Setup = { issuer: string; publicUrl: string; keys: JWK[]; people: TestProvider['people']; clientKey: JWK }

const createProvider = ({
  issuer,
  publicUrl,
  keys,
  people,
  clientKey: { d: _secret, ...publicKey },
}: Setup): Provider =>
  new Provider(issuer, {
    clients: [
      { client_id: CLIENT.client_id, client_secret: CLIENT.secret },
      {
        client_id: KEY_CLIENT_ID,
        jwks: { keys: [publicKey] },
        token_endpoint_auth_method: 'private_key_jwt' as const,
        token_endpoint_auth_signing_alg: 'ES256' as const,
      },
    ].map((client) => ({
      ...client,
      redirect_uris: [1, 2].map((id) => `${publicUrl}/api/v2/ops/sso/${id}/callback`),
      post_logout_redirect_uris: [`${publicUrl}/Login`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    })),
    jwks: { keys },
    cookies: { keys: ['of the tests'] },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub', 'groups', 'amr'],
      profile: ['name', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    acrValues: ['phishing-resistant'],
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'private_key_jwt'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS512'] },
    ttl: { IdToken: 60, AccessToken: 60, AuthorizationCode: 60, Grant: 3600, Interaction: 600, Session: 3600 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
  })

/** Puts another ID token into the answer. */
const rewrite = (response: ServerResponse, keys: readonly JWK[], tamper: Tamper): void => {
  const end = response.end.bind(response)
  const rewritten = async (body: string): Promise<void> => {
    const answer = JSON.parse(body) as { id_token?: string } // the provider's own
    if (answer.id_token !== undefined) {
      const before = decodeJwt(answer.id_token)
      const { claims = before, alg = 'RS256', key } = tamper(before)
      answer.id_token = await signed(keys, claims, alg, key)
    }
    const text = JSON.stringify(answer)
    response.setHeader('content-length', Buffer.byteLength(text))
    end(text)
  }
  response.end = (body: unknown) => {
    void rewritten(String(body))
    return response
  }
}
