import { api, ApiError, type PasskeyAssertion, type SignedInUser } from '@ambit/contract'
import { useSyncExternalStore } from 'react'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { sessionMark } from '../api/session-mark.ts'
import { resetReturnAddress } from './return-address.ts'

/** Logged out, then a token found in the cookie, then logged in. */
export type SessionState =
  | { status: 'logged_out' }
  | { status: 'token_found' }
  | { status: 'logged_in'; user: SignedInUser }

export type CheckResult = 'accepted' | 'refused' | 'no_token'

/** The server has signed in, and the browser keeps no cookies. */
export class CookiesRefused extends Error {}

const asFound = (): SessionState => ({ status: sessionMark.isFound() ? 'token_found' : 'logged_out' })

type SignedIn = Awaited<ReturnType<typeof client.call<typeof api.sessions.create>>>

/** What signing in leads to. */
export type SignInOutcome =
  /** `codesLeft`: after one of them was used */
  | { kind: 'signed_in'; codesLeft: number | null }
  /** `passkey`: one is offered */
  | { kind: 'second_step'; ticket: string; passkey: boolean }
  /** an administrator has set the password */
  | { kind: 'new_password'; token: string }

const entering = async (asked: Promise<SignedIn>): Promise<SignInOutcome> => {
  try {
    const { data } = await asked
    session.accept(data.user)
    return { kind: 'signed_in', codesLeft: data.recovery_codes_left ?? null }
  } catch (error) {
    const outcome = error instanceof ApiError ? furtherStep(error) : null
    if (outcome === null) throw error
    return outcome
  }
}

const furtherStep = ({ errors, meta }: ApiError): SignInOutcome | null => {
  const [ticket, token] = [meta?.['ticket'], meta?.['reset_password_token']]
  if (errors[0]?.code === 'second_step' && typeof ticket === 'string')
    return { kind: 'second_step', ticket, passkey: meta?.['passkey'] === true }
  if (errors[0]?.code === 'password_to_change' && typeof token === 'string') return { kind: 'new_password', token }
  return null
}

let state = asFound()
const listeners = new Set<() => void>()
const become = (next: SessionState): void => {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let checking: Promise<CheckResult> | null = null
/** the last sign-out, until the server has answered */
let leaving: Promise<unknown> = Promise.resolve()

/** Where the session was begun at a provider, it ends there too. */
const leave = async (): Promise<void> => {
  const { end_session_url } = (await client.call(api.sessions.destroy)).data
  if (end_session_url !== null) window.location.assign(end_session_url)
}

export const session = {
  state: (): SessionState => state,
  subscribe,

  /** Asks the server who the saved token belongs to. Throws when the server cannot be reached, which is no refusal. */
  check: (): Promise<CheckResult> => {
    if (state.status === 'logged_in') return Promise.resolve('accepted')
    if (state.status === 'logged_out') return Promise.resolve('no_token')
    checking ??= client
      .call(api.sessions.current)
      .then((answer): CheckResult => {
        session.accept(answer.data)
        return 'accepted'
      })
      .catch((error: unknown): CheckResult => {
        if (state.status === 'logged_out') return 'refused' // a 401 has signed out already
        throw error
      })
      .finally(() => {
        checking = null
      })
    return checking
  },

  /** Asks again who is signed in: menu and buttons follow changed rights, and what was read under the old ones is dropped. */
  refresh: async (): Promise<void> => {
    if (state.status !== 'logged_in') return
    const before: SessionState = state
    const { data: user } = await client.call(api.sessions.current)
    if (state !== before || JSON.stringify(user) === JSON.stringify(state.user)) return
    become({ status: 'logged_in', user })
    await queryClient.invalidateQueries()
  },

  signIn: async (credentials: { email: string; password: string }): Promise<SignInOutcome> => {
    // Its answer clears the cookies, which must not be those of the session that begins.
    await leaving
    return entering(client.call(api.sessions.create, { body: credentials }))
  },

  secondStep: (
    body: { ticket: string; code: string } | { ticket: string; passkey: PasskeyAssertion },
  ): Promise<SignInOutcome> => entering(client.call(api.sessions.secondStep, { body })),

  /** With a passkey alone. */
  passkey: async (passkey: PasskeyAssertion): Promise<SignInOutcome> => {
    await leaving
    return entering(client.call(api.sessions.passkey, { body: { passkey } }))
  },

  /** With what signing in at a provider has ended with. */
  signOn: async (code: string): Promise<SignInOutcome> => {
    await leaving
    return entering(client.call(api.sessions.sso, { body: { code } }))
  },

  /** The session of the cookies is this user's. Throws when the browser keeps no cookies. */
  accept: (user: SignedInUser): void => {
    if (!sessionMark.show(user.id)) throw new CookiesRefused()
    become({ status: 'logged_in', user })
  },

  /** Forgets the session at once and informs the server, whose answer is not needed: it clears the token's cookie. */
  signOut: (): void => {
    if (state.status === 'logged_in') leaving = leave().catch(() => undefined)
    session.forget()
    resetReturnAddress(localStorage)
  },

  /**
   * The session is no longer good: the return address is kept, so that signing in returns there. Where somebody else
   * has signed in in another tab, this one goes on as theirs.
   */
  forget: (): void => {
    sessionMark.forget()
    become(asFound())
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'settings' })
  },
}

export const useSession = (): SessionState => useSyncExternalStore(subscribe, session.state)

/** The regions that the user is limited to; null: all. */
export const useRegionLimit = (): readonly number[] | null => {
  const now = useSession()
  return now.status === 'logged_in' ? now.user.region_ids : null
}
