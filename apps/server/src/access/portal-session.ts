import type { Deps } from '../deps.ts'
import type { PortalCookies } from '../http/portal-cookies.ts'
import { recordChanged } from '../live/record-changed.ts'
import { markOf } from '../sessions/mark.ts'
import { revokeSession, verifyToken } from '../sessions/tokens.ts'
import type { SignedIn } from './sign-in.ts'
import { watchSignIn } from './sign-in-watch.ts'

/** The last step of every sign-in. The portal is answered no token: it goes into its cookie, and the session that was there ends. */
export const handOver = async (
  deps: Deps,
  portal: PortalCookies | null,
  session: SignedIn,
): Promise<Omit<SignedIn, 'token'> & { token: string | null }> => {
  if (portal === null) {
    await watchSignIn(deps, null, session.user.id)
    return session
  }
  const { token, expires_at, user } = session
  portal.keep({ token, mark: await markOf(deps, user.id, token), expires_at })
  if (portal.token !== null) await endReplaced(deps, portal.token)
  await watchSignIn(deps, portal, user.id)
  return { ...session, token: null }
}

const endReplaced = async (deps: Deps, token: string): Promise<void> => {
  const holder = await verifyToken(deps, token)
  if (typeof holder === 'string' || holder.kind !== 'user') return
  await deps.db.transaction().execute(async (tx) => {
    await revokeSession(tx, holder.session_id)
    await recordChanged(tx, 'sessions', holder.user.id)
  })
}
