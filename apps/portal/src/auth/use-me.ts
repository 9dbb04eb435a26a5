import { useSession } from './session.ts'

/** The id of the user; null: nobody has signed in. */
export const useMe = (): number | null => {
  const session = useSession()
  return session.status === 'logged_in' ? session.user.id : null
}

/** Whether the user represents an organisation, and is shown its passengers alone. */
export const useRepresents = (): boolean => {
  const session = useSession()
  return session.status === 'logged_in' && session.user.represents
}
