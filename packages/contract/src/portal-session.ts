/**
 * The portal's session is in two cookies that the server sets together: the token, which no script can read, and its
 * mark, which the portal reads and sends with every call in this header. Neither is worth anything without the other.
 */
export const SESSION_HEADER = 'ambit-session'

/** What the header says where there is no session: one that is begun now is kept in the cookies. */
export const NO_SESSION = 'none'

/** `__Host-`: browsers take such a cookie only over HTTPS and from this very host, so no neighbouring host can set it. */
export const sessionCookies = (https: boolean): { token: string; mark: string } => {
  const prefix = https ? '__Host-' : ''
  return { token: `${prefix}ambit_token`, mark: `${prefix}ambit_session` }
}

/** Of a session that was begun without the header. */
export const bearerOf = ({ token }: { token: string | null }): string => {
  if (token === null) throw new Error('The token of this session is in a cookie')
  return token
}

/** The id of the user whose session the mark is of. */
export const ownerOf = (mark: string): number => Number(mark.split('.')[0])
