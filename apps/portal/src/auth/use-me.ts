import { useSession } from '../../auth/session.ts'

/** The id of the user; null: nobody has signed in. Apart from what answers exceptions, since every page asks for it. */
export const useMe = (): number | null => {
  const session = useSession()
  return session.status === 'logged_in' ? session.user.id : null
}
