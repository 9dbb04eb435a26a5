import type { Id, Json, OptionalTime, Time, Versioned } from './columns.ts'

// Single sign-on.

export type SsoProvidersTable = Versioned & {
  id: Id
  name: string
  issuer: string
  client_id: string
  /** encrypted */
  secret: string
  secret_kind: 'secret' | 'private key'
  scopes: string
  group_claim: string
  offered: boolean
  make_users: boolean
  email_domains: string[]
  acr_values: string | null
  max_age: number | null
  counts_as_two_factors: boolean
  two_factor_values: string[]
  end_session_endpoint: string | null
}
export type UserIdentitiesTable = {
  id: Id
  user_id: number
  provider_id: number
  subject: string
  email: string | null
  created_at: Time
  last_used_at: OptionalTime
}
export type SsoAttemptsTable = {
  state_hash: string
  provider_id: number
  purpose: 'sign_in' | 'join' | 'proof' | 'test'
  browser_hash: string
  session_id: string | null
  nonce: string
  verifier: string
  expires_at: Time
}
export type SsoCodesTable = {
  code_hash: string
  provider_id: number
  browser_hash: string
  session_id: string | null
  claims: Json<Record<string, unknown>>
  expires_at: Time
}

export type SsoGroupMapsTable = {
  id: Id
  provider_id: number
  provider_group: string
  user_group_id: number
  region_ids: number[] | null
}
export type BreakGlassAccountsTable = { user_id: number; created_at: Time; signed_in_at: OptionalTime }

export type SsoTables = {
  break_glass_accounts: BreakGlassAccountsTable
  sso_group_maps: SsoGroupMapsTable
  sso_attempts: SsoAttemptsTable
  sso_codes: SsoCodesTable
  sso_providers: SsoProvidersTable
  user_identities: UserIdentitiesTable
}
