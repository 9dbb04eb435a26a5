import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, Timestamp } from './basics.ts'
import { PasskeyAssertion } from './passkeys.ts'

/** What a user shows besides the password. */
export const SecondFactor = z.object({
  id: Id,
  kind: z.enum(['authenticator app', 'passkey']),
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type SecondFactor = z.infer<typeof SecondFactor>
export const SecondFactorInput = z.object({ name: requiredText('Please enter a name', 60) })

export const secondFactorPolicies = ['optional', 'required'] as const
/** Whether who has a role must have a second factor. */
export const SecondFactorPolicy = z.enum(secondFactorPolicies)
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicy>

/** Of one role. */
export const RolePolicy = z.object({
  /** of the role */
  id: Id,
  name: z.string(),
  second_factor: SecondFactorPolicy,
  since: Timestamp,
  /** active users of the role who have no second factor */
  users_without: z.int(),
})
export type RolePolicy = z.infer<typeof RolePolicy>
export const RolePolicyInput = z.object({ second_factor: SecondFactorPolicy })

/** That a user without a second factor is to set one up. */
export const SecondFactorNeed = z.object({
  /** from then on only the own account opens; null: nothing requires it */
  due_at: Timestamp.nullable(),
  days_left: z.int().nullable(),
  overdue: z.boolean(),
})
export type SecondFactorNeed = z.infer<typeof SecondFactorNeed>

/** An app that is being set up: it counts once a code of it was sent. */
export const SecondFactorSetUp = z.object({
  id: Id,
  /** base32, for apps that cannot read the QR code */
  secret: z.string(),
  /** what the QR code holds */
  uri: z.string(),
})
export type SecondFactorSetUp = z.infer<typeof SecondFactorSetUp>

const code = z.string().trim().min(1, 'Please enter the code').max(40, 'This is no code')
export const SecondFactorCode = z.object({ code })

/** They are told this once; none where the user has some already. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })

export const SecondStepInput = z
  .object({
    /** of the answer to the password */
    ticket: z.string().min(1).max(2000),
    /** of the authenticator app, or a recovery code */
    code: code.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine((input) => (input.code === undefined) !== (input.passkey === undefined), {
    path: ['code'],
    message: 'Please enter the code, or use a passkey',
  })
export const ProofInput = z
  .object({
    password: z.string().min(1, 'Please enter your password').max(1024).optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine((input) => (input.password === undefined) !== (input.passkey === undefined), {
    path: ['password'],
    message: 'Please enter your password',
  })
