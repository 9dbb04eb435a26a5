import type { Generated } from 'kysely'
import type { PasswordResetsTable, ThrottleCountsTable } from './access-tables.ts'
import type { OptionalTime, Time } from './columns.ts'

/** `This was not me` in a mail. */
type NotMeLinksTable = {
  token_hash: string
  user_id: number
  /** mailed to an address that is the account's no longer */
  former_address: boolean
  created_at: Time
  expires_at: Time
  used_at: OptionalTime
}
type AccountWatchesTable = {
  user_id: number
  /** for the first time */
  signed_in_at: OptionalTime
  /** refused sign-ins since the last one that was not */
  failures: Generated<number>
  failures_told_at: OptionalTime
  wrong_factor_told_at: OptionalTime
  /** an administrator took the second factors away, and no new one was set up since */
  factor_taken_at: OptionalTime
}
/** Accounts whose owner said so: nobody signs in. */
type SignInBlocksTable = {
  user_id: number
  created_at: Time
  /** a new password by mail lifts it */
  reset_lifts: boolean
}
/** From which browsers, or as a program from which networks, an account was signed in to. */
type KnownDevicesTable = { user_id: number; device_hash: string; last_at: Date }

/** A code that was sent to a passenger. */
type SignInChallengesTable = {
  id: string
  consumer_app_id: number
  channel: 'email' | 'sms'
  /** in lower case, or as E.164 */
  contact: string
  network: string
  code_hash: string
  created_at: Time
  ends_at: Time
  attempts: Generated<number>
  used_at: OptionalTime
  purpose: Generated<'sign_in' | 'erase' | 'contact'>
  /** who has signed in already */
  traveler_id: number | null
}

/** What guessing is held off by, and what owners of accounts are told and answer. */
export type SafetyTables = {
  known_addresses: { key: string; last_at: Date }
  password_resets: PasswordResetsTable
  throttle_counts: ThrottleCountsTable
  account_watches: AccountWatchesTable
  known_devices: KnownDevicesTable
  not_me_links: NotMeLinksTable
  sign_in_blocks: SignInBlocksTable
  sign_in_challenges: SignInChallengesTable
}
