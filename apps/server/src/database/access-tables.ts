import type { Generated } from 'kysely'
import type {
  LiveEvent,
  PasskeyTransport,
  SecondFactorPolicy,
  SignInFactor,
  SignInMethod,
  UserSwitches,
} from '@ambit/contract'
import type { DefaultJson, Id, Json, OptionalJson, OptionalTime, Time, Versioned } from './columns.ts'

// Accounts, and what the server keeps for itself: outbox, settings, keys, the live stream and jobs.

export type UsersTable = Versioned & {
  id: Id
  first_name: string
  last_name: string
  username: string
  email: string
  phone_number: string | null
  password_hash: string | null
  status: Generated<'active' | 'blocked'>
  region_ids: number[] | null
  switches: DefaultJson<UserSwitches>
  /** an administrator knows the present one */
  must_change_password: Generated<boolean>
  /** whom the user represents */
  organisation_id: Generated<number | null>
  /** gets messages about what the organisation books */
  told_of_bookings: Generated<boolean>
  /** the provider that the regions come from; null: chosen by hand */
  regions_from: Generated<number | null>
}
export type UserRolesTable = Versioned & {
  id: Id
  name: string
  status: string | null
  permissions: DefaultJson<Record<string, boolean>>
  built_in: Generated<boolean>
  stays_signed_in: Generated<boolean>
  pseudonymous: Generated<boolean>
  /** who has it sees the passengers of an organisation alone */
  represents: Generated<boolean>
  /** null: as it ships for the environment */
  second_factor: SecondFactorPolicy | null
  second_factor_since: Generated<Date>
}
export type UserGroupsTable = Versioned & { id: Id; name: string }
export type UserGroupRolesTable = { user_group_id: number; user_role_id: number; since: Generated<Date> }
export type UserGroupMembersTable = {
  user_group_id: number
  user_id: number
  /** the provider that it comes from; null: given by hand */
  provider_id: Generated<number | null>
  since: Generated<Date>
}
export type SessionsTable = {
  id: string
  user_id: number | null
  driver_id: number | null
  /** both of a passenger's, who booked by this app */
  traveler_id: number | null
  consumer_app_id: number | null
  created_at: Time
  /** at the latest */
  expires_at: Time
  method: SignInMethod
  /** beside the method */
  factors: SignInFactor[]
  /** in the cookies of a portal: it ends when nobody touches anything */
  portal: boolean
  address: string | null
  user_agent: string | null
  /** when its user last pressed a key, clicked or touched; of a program: when it last called */
  used_at: Time
  /** when its user last showed who they are */
  proven_at: Time
  /** where it was begun by single sign-on: the provider, and what that calls the session and its user */
  provider_id: number | null
  provider_sid: string | null
  provider_subject: string | null
}
type SecondFactorsTable = {
  id: Id
  user_id: number
  kind: 'authenticator app'
  name: string
  /** encrypted */
  secret: string
  created_at: Time
  /** null: it is being set up */
  confirmed_at: OptionalTime
  last_used_at: OptionalTime
  /** the half minute whose code was taken last */
  last_step: number | null
}
type PasskeysTable = {
  id: Id
  user_id: number
  /** base64url */
  credential_id: string
  /** COSE, base64url */
  public_key: string
  counter: number
  transports: PasskeyTransport[]
  name: string
  created_at: Time
  last_used_at: OptionalTime
}
type PasskeyChallengesTable = { challenge_hash: string; purpose_hash: string; expires_at: Time }
type RecoveryCodesTable = { id: Id; user_id: number; code_hash: string; created_at: Time }
export type FactorTables = {
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  recovery_codes: RecoveryCodesTable
  second_factors: SecondFactorsTable
}
export type PasswordResetsTable = {
  token_hash: string
  user_id: number | null
  traveler_id: number | null
  created_at: Time
  expires_at: Time
  used_at: OptionalTime
}
export type ThrottleCountsTable = { key: string; started_at: Time; count: number }
export type OutboxMailsTable = {
  id: Id
  to: string
  subject: string
  /** null once a link or code in it was sent or has ended */
  text: string | null
  /** when the link or code in the text ends; null: it holds none */
  expires_at: OptionalTime
  user_id: number | null
  traveler_id: number | null
  /** the message to a passenger that it carries */
  message_id: number | null
  reply_to: string | null
  /** ends mails of this kind; null: they cannot be ended */
  unsubscribe: string | null
  large_print: Generated<boolean>
  created_at: Time
  sent_at: OptionalTime
  attempts: Generated<number>
  next_attempt_at: OptionalTime
  last_error: string | null
}
export type SettingsTable = { key: string; value: Json<unknown> }
export type IdempotencyKeysTable = {
  key: string
  actor: string
  endpoint: string
  request_hash: string
  /** null: claimed by a process of an older version, without an answer */
  status: number | null
  answer: OptionalJson<unknown>
  created_at: Time
}

export type LiveEventsTable = {
  id: Id
  kind: LiveEvent['kind']
  zone_id: number | null
  region_id: number | null
  region_ids: number[] | null
  payload: Json<LiveEvent>
  created_at: Generated<Date>
  /** transactions, in the order in which they got their numbers */
  told_by: Generated<string | null>
  under_way: Generated<string | null>
}
/** How far the clock of each machine that ran a server had come. */
export type ClockMarksTable = { machine: string; reached_at: Time }
export type JobsTable = {
  name: string
  due_at: Time
  claimed_until: OptionalTime
  claimed_by: string | null
  last_error: string | null
  last_run_at: OptionalTime
  failures: Generated<number>
  woken: Generated<boolean>
}
