import { z } from 'zod'
import { Timestamp } from './basics.ts'

/** What a session was begun with. */
export const SignInMethod = z.enum(['password', 'PIN', 'setup code', 'single sign-on', 'passkey', 'code'])
export type SignInMethod = z.infer<typeof SignInMethod>

/** What was shown besides. */
export const SignInFactor = z.enum(['authenticator app', 'recovery code', 'two factors there', 'passkey'])
export type SignInFactor = z.infer<typeof SignInFactor>

/** A user has said by `This was not me` that somebody else signed in: nobody does until the password is reset. */
export const SignInBlock = z.object({
  created_at: Timestamp,
  /** a new password by mail lifts it; not where the account's address, or a way to sign in, may be a stranger's */
  reset_lifts: z.boolean(),
})
export type SignInBlock = z.infer<typeof SignInBlock>

/** One of a user's sessions that stand. */
export const UserSession = z.object({
  id: z.uuid(),
  method: SignInMethod,
  factors: z.array(SignInFactor),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Timestamp,
  /** when its user last pressed a key, clicked or touched; of a program: when it last called */
  used_at: Timestamp,
  expires_at: Timestamp,
  /** the one that asks */
  current: z.boolean(),
})
export type UserSession = z.infer<typeof UserSession>
