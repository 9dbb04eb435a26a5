import { api, type SignedInUser } from '@ambit/contract'
import { useSyncExternalStore } from 'react'
import { client, cookie } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { resetReturnAddress } from './return-address.ts'

/** Logged out, then a token found in the cookie, then logged in. */
export type SessionState =
  | { status: 'logged_out' }
  | { status: 'token_found'; token: string }
  | { status: 'logged_in'; token: string; user: SignedInUser }

export type CheckResult = 'accepted' | 'refused' | 'no_token'

const initial = (): SessionState => {
  const token = cookie.read()
  return token === null ? { status: 'logged_out' } : { status: 'token_found', token }
}

let state = initial()
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

export const session = {
  state: (): SessionState => state,
  subscribe,

  /** Asks the server who the saved token belongs to. Throws when the server cannot be reached, which is no refusal. */
  check: (): Promise<CheckResult> => {
    if (state.status === 'logged_in') return Promise.resolve('accepted')
    if (state.status === 'logged_out') return Promise.resolve('no_token')
    const { token } = state
    checking ??= client
      .call(api.sessions.current)
      .then((answer): CheckResult => {
        become({ status: 'logged_in', token, user: answer.data })
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
    const { token } = state
    const { data: user } = await client.call(api.sessions.current)
    if (state.status !== 'logged_in' || state.token !== token) return
    if (JSON.stringify(user) === JSON.stringify(state.user)) return
    become({ status: 'logged_in', token, user })
    await queryClient.invalidateQueries()
  },

  signIn: async (credentials: { email: string; password: string }): Promise<void> => {
    const { data } = await client.call(api.sessions.create, { body: credentials })
    session.accept(data)
  },

  /** A fresh token: kept in the cookie until its own expiry. */
  accept: (fresh: { token: string; user: SignedInUser }): void => {
    cookie.write(fresh.token)
    become({ status: 'logged_in', token: fresh.token, user: fresh.user })
  },

  /** Forgets the token at once and informs the server, whose answer is not needed. */
  signOut: (): void => {
    if (state.status === 'logged_in') void client.call(api.sessions.destroy).catch(() => undefined)
    session.forget()
    resetReturnAddress(localStorage)
  },

  /** The token is no longer good: the return address is kept, so that signing in returns there. */
  forget: (): void => {
    cookie.clear()
    become({ status: 'logged_out' })
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'settings' })
  },
}

export const useSession = (): SessionState => useSyncExternalStore(subscribe, session.state)

/** The regions that the user is limited to; null: all. */
export const useRegionLimit = (): readonly number[] | null => {
  const now = useSession()
  return now.status === 'logged_in' ? now.user.region_ids : null
}
