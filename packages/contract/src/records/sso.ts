import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, requiredText, stamps, Timestamp } from './basics.ts'

export const MOST_SSO_PROVIDERS = 5

const webAddress = (max = 300) =>
  z
    .string({ error: 'Please enter a web address' })
    .trim()
    .max(max, `Please enter at most ${max} characters`)
    .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a web address' }))

const word = z.string().trim().min(1, 'Please enter a value').max(200, 'Please enter at most 200 characters')
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Please enter a domain such as example.org')
const scopes = z
  .string()
  .trim()
  .max(300, 'Please enter at most 300 characters')
  .regex(/^openid(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'Scopes begin with openid, with a space between them')

/** Who is of a group of the provider's is of a group here, in some regions or all. */
export const SsoGroup = z.object({
  provider_group: requiredText('Please enter the group', 255),
  user_group_id: Id,
  region_ids: z
    .array(Id)
    .min(1, 'Choose at least one region, or none at all for every region')
    .max(500, 'These are too many regions')
    .nullable(),
})
export type SsoGroup = z.infer<typeof SsoGroup>

/** An OpenID Connect provider. Its secret is never shown again. */
export const SsoProvider = z.object({
  id: Id,
  /** on the button of the sign-in page */
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  secret_kind: z.enum(['secret', 'private key']),
  scopes: z.string(),
  group_claim: z.string(),
  /** on the sign-in page */
  offered: z.boolean(),
  /** on first sign-in, when the e-mail address is verified and of one of `email_domains` */
  make_users: z.boolean(),
  email_domains: z.array(z.string()),
  /** what the provider is asked for: kinds of signing in, and how many seconds ago it may have been */
  acr_values: z.string().nullable(),
  max_age: z.int().nullable(),
  /** where its answer has an `amr` or `acr` of `two_factor_values`, no second step is asked */
  counts_as_two_factors: z.boolean(),
  two_factor_values: z.array(z.string()),
  /** `gives_superadmin`: whoever is of the group has every right */
  group_map: z.array(SsoGroup.extend({ gives_superadmin: z.boolean() })),
  /** what is registered at the provider */
  return_address: z.string(),
  logout_address: z.string(),
  ...stamps,
})
export type SsoProvider = z.infer<typeof SsoProvider>

export const SsoProviderInput = z.object({
  name: requiredText('Please enter a name', 60),
  issuer: webAddress(),
  client_id: requiredText('Please enter the client id', 300),
  secret_kind: z.enum(['secret', 'private key']).default('secret'),
  /** a client secret, or a private key as a JSON Web Key with its `alg` */
  secret: requiredText('Please enter the secret', 10_000),
  scopes: scopes.default('openid profile email'),
  group_claim: requiredText('Please enter the claim', 100).default('groups'),
  offered: z.boolean().default(false),
  make_users: z.boolean().default(false),
  email_domains: z.array(domain).max(50, 'These are too many domains').default([]),
  acr_values: optionalText(300).nullable().default(null),
  max_age: z.int().min(0).max(31_536_000, 'At most a year').nullable().default(null),
  counts_as_two_factors: z.boolean().default(false),
  two_factor_values: z.array(word).max(50, 'These are too many values').default([]),
  group_map: z.array(SsoGroup).max(500, 'These are too many groups').default([]),
  /** needed for a map that gives superadmin */
  confirm_superadmin: z.boolean().default(false),
})
export type SsoProviderInput = z.input<typeof SsoProviderInput>

/** Where the browser goes to sign in. */
export const SsoAddress = z.object({ url: z.string() })

/** What the callback has handed to the browser that began, in the fragment of the portal's address. */
export const SsoCodeInput = z.object({ code: z.string().min(1).max(200) })

/** How the callback tells the portal what became of it. */
export const ssoFragments = { code: 'sso_code', done: 'sso_done', refused: 'sso_refused', away: 'sso_away' } as const

/** What a provider says of whoever signed in. */
export const SsoClaims = z.object({ claims: z.record(z.string(), z.unknown()) })

/** A local superadmin for the day on which a provider is down. */
export const BreakGlassAccount = z.object({
  /** of the user */
  id: Id,
  full_name: z.string(),
  status: z.enum(['active', 'blocked']),
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  created_at: Timestamp,
  /** when it was signed in to last with password and second factor */
  signed_in_at: Timestamp.nullable(),
})
export type BreakGlassAccount = z.infer<typeof BreakGlassAccount>
export const MOST_BREAK_GLASS_ACCOUNTS = 3

/** Somebody at a provider who is a user here. */
export const UserIdentity = z.object({
  id: Id,
  provider_id: Id,
  provider_name: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type UserIdentity = z.infer<typeof UserIdentity>
export const UserIdentityInput = z.object({ provider_id: Id, subject: requiredText('Please enter the subject', 255) })
