import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked } from '../masks.ts'
import { SecondFactorNeed } from './second-factors.ts'
import { emailText, optionalText, requiredText, stamps, Timestamp } from './basics.ts'

export const User = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  username: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  status: z.enum(['active', 'blocked']),
  groups: z.array(Id),
  /** the same with their names */
  UserGroups: z.array(z.object({ id: Id, name: z.string() })),
  /** regions that the user is limited to; null: all */
  region_ids: z.array(Id).nullable(),
  /** whom the user represents, and whose passengers alone the user sees */
  organisation_id: Id.nullable(),
  organisation_name: z.string().nullable(),
  ...stamps,
})
export type User = z.infer<typeof User>

export const UserInput = z.object({
  first_name: requiredText('Please enter first name'),
  last_name: requiredText('Please enter last name'),
  username: requiredText('Please enter a username'),
  email: emailText,
  phone_number: optionalText(40).nullish(),
  status: z.enum(['active', 'blocked']).default('active'),
  groups: z.array(Id).max(500, 'These are too many groups').default([]),
  region_ids: z
    .array(Id)
    .min(1, 'Choose at least one region, or none at all for every region')
    .max(500, 'These are too many regions')
    .nullable()
    .default(null),
  organisation_id: Id.nullable().default(null),
})
export type UserInput = z.input<typeof UserInput>

/** A role as a member of groups; its permissions are in the `UserRole` of the same id. */
export const Role = z.object({ id: Id, name: z.string() })
export type Role = z.infer<typeof Role>

export const UserRole = z.object({
  id: Id,
  name: z.string(),
  /** `enabled` or another word; null is shown as disabled */
  status: z.string().nullable(),
  /** permission key → allowed; a missing key is not allowed */
  permissions: z.record(z.string(), z.boolean()),
  /** ships with the product and cannot be deleted */
  built_in: z.boolean(),
  /** an open page keeps whoever has this role signed in, without a key, click or touch */
  stays_signed_in: z.boolean(),
  /** who has such roles alone knows passengers by their number: `Passenger 4821` */
  pseudonymous: z.boolean(),
  ...stamps,
})
export type UserRole = z.infer<typeof UserRole>
export const UserRoleInput = z.object({
  name: requiredText('Please enter a role name', 60),
  status: z.enum(['enabled', 'disabled']).default('enabled'),
  permissions: z.record(z.string().max(120), z.boolean()),
  stays_signed_in: z.boolean().default(false),
  pseudonymous: z.boolean().default(false),
})
export type UserRoleInput = z.input<typeof UserRoleInput>

export const UserGroup = z.object({
  id: Id,
  name: z.string(),
  roles: z.array(Id),
  /** the same with their names */
  Roles: z.array(Role),
  users: z.array(Id),
  numberOfRoles: z.int(),
  ...stamps,
})
export type UserGroup = z.infer<typeof UserGroup>

export const UserGroupInput = z.object({
  name: requiredText('Please enter a group name', 60),
  roles: z.array(Id).max(500, 'These are too many roles').default([]),
  users: z.array(Id).max(10_000, 'These are too many users').default([]),
})
export type UserGroupInput = z.input<typeof UserGroupInput>

/** The user who is signed in: the token's payload. */
export const SignedInUser = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  permissions: z.record(z.string(), z.boolean()),
  /** knows passengers by their number alone */
  pseudonymous: z.boolean(),
  /** switches that are off for this user */
  withheld: z.array(z.string()).optional(),
  /** regions the user is limited to; null: all */
  region_ids: z.array(Id).nullable(),
  /** shown the passengers of an organisation alone */
  represents: z.boolean(),
  organisation_id: Id.nullable(),
  stays_signed_in: z.boolean(),
  /** null: there is one, or none is asked for */
  second_factor: SecondFactorNeed.nullable(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/** Of the link `This was not me`. */
export const NotMeInput = z.object({ token: z.string().min(1, 'This link is no longer valid').max(200) })

export const SessionInput = z.object({
  /** an e-mail address or a username */
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
})
export const Session = z.object({
  /** null: it is in the portal's cookie */
  token: z.string().nullable(),
  expires_at: Timestamp,
  user: SignedInUser,
  /** after signing in with one of them */
  recovery_codes_left: z.int().optional(),
})

export const MINIMUM_PASSWORD_LENGTH = 8
const newPassword = {
  password: z.string().min(MINIMUM_PASSWORD_LENGTH, 'The password needs at least 8 characters').max(1024),
  password_confirmation: z.string().max(1024),
}
const confirmed = (input: { password: string; password_confirmation: string }) =>
  input.password === input.password_confirmation
const mismatch = { path: ['password_confirmation'], error: "Your passwords don't match" }

/** Set by an administrator for another user. */
export const UserPassword = z
  .object({
    password: z
      .string()
      .min(1, 'Please enter a password')
      .min(MINIMUM_PASSWORD_LENGTH, 'The password needs at least 8 characters')
      .max(1024),
    password_confirm: z.string().min(1, 'Please enter a password').max(1024),
  })
  .refine((input) => input.password === input.password_confirm, {
    path: ['password_confirm'],
    error: "The two passwords don't match.",
  })

export const AccountKind = z.enum(['admin', 'traveller'])
export const PasswordForgotInput = z.object({
  email: z.string().trim().min(1).max(254),
  kind: AccountKind.default('admin'),
})
export const PasswordResetInput = z
  .object({ reset_password_token: z.string().min(6).max(500), kind: AccountKind.default('admin'), ...newPassword })
  .refine(confirmed, mismatch)
/** One's own. */
export const OwnPasswordInput = z
  .object({
    present_password: z.string().min(1, 'Please enter your present password').max(1024),
    ...newPassword,
    /** sign out everywhere else */
    end_others: z.boolean().default(true),
  })
  .refine(confirmed, mismatch)
export const FirstAdministratorInput = z
  .object({
    /** as the server prints it when it starts */
    code: requiredText('Please enter the setup code', 40),
    first_name: requiredText('Please enter first name'),
    last_name: requiredText('Please enter last name'),
    username: requiredText('Please enter a username'),
    email: emailText,
    ...newPassword,
  })
  .refine(confirmed, mismatch)

export const OutboxMail = z.object({
  id: Id,
  to: masked('contact', 'email', z.string()),
  subject: z.string(),
  /** the passenger to whom it is; null: a user, or neither is known */
  traveler_id: Id.nullable(),
  /** null where it is for its recipient alone: it held a link or a code */
  text: z.string().nullable(),
  sent_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type OutboxMail = z.infer<typeof OutboxMail>
