import { z } from 'zod'

/** What the portal reads of a signed token. A missing roles list reads as superadmin (old tokens); the server decides. */
export const TokenPayload = z.looseObject({
  exp: z.number(),
  id: z.number().optional(),
  full_name: z.string().optional(),
  email: z.string().optional(),
  roles: z.array(z.string()).default(['superadmin']),
})
export type TokenPayload = z.infer<typeof TokenPayload>

/** The payload of a JSON Web Token, unverified: only the server can check the signature. Null when it is none. */
export const decodeToken = (token: string): TokenPayload | null => {
  const part = token.split('.')[1]
  if (part === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const payload = TokenPayload.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return payload.success ? payload.data : null
  } catch {
    return null
  }
}

/** `document.cookie`, or a stand-in in tests. */
export type CookieJar = { cookie: string }

const NAME = 'ambit_token'

export type TokenCookie = {
  read: () => string | null
  /** kept until the time in the token's `exp` claim */
  write: (token: string) => void
  clear: () => void
}

export const tokenCookie = (jar: CookieJar, secure: () => boolean): TokenCookie => {
  const attributes = (): string => `; path=/; samesite=strict${secure() ? '; secure' : ''}`
  return {
    read: () => {
      const pair = jar.cookie.split('; ').find((candidate) => candidate.startsWith(`${NAME}=`))
      return pair === undefined ? null : decodeURIComponent(pair.slice(NAME.length + 1))
    },
    write: (token) => {
      const payload = decodeToken(token)
      const expires = payload === null ? '' : `; expires=${new Date(payload.exp * 1000).toUTCString()}`
      jar.cookie = `${NAME}=${encodeURIComponent(token)}${attributes()}${expires}`
    },
    clear: () => {
      jar.cookie = `${NAME}=${attributes()}; expires=Thu, 01 Jan 1970 00:00:00 GMT`
    },
  }
}
