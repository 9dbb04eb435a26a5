import { session, type SessionState, useSession } from './session.ts'

const idOf = (state: SessionState): number | null => (state.status === 'logged_in' ? state.user.id : null)

/** The id of the user; null: nobody has signed in. */
export const useMe = (): number | null => idOf(useSession())

/** The same, at the moment. */
export const me = (): number | null => idOf(session.state())

/** Whether the user represents an organisation, and is shown its passengers alone. */
export const useRepresents = (): boolean => {
  const now = useSession()
  return now.status === 'logged_in' && now.user.represents
}
