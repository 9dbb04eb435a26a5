import { z } from 'zod'
import { Timestamp } from './basics.ts'

/** What a session was begun with. */
export const SignInMethod = z.enum(['password', 'PIN', 'setup code', 'single sign-on', 'passkey'])
export type SignInMethod = z.infer<typeof SignInMethod>

/** What was shown besides. */
export const SignInFactor = z.enum(['authenticator app', 'recovery code', 'two factors there', 'passkey'])
export type SignInFactor = z.infer<typeof SignInFactor>

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
