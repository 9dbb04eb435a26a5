import { api, type ProcessingKind } from '@ambit/contract'
import { KNOWN_MS } from '../access/throttle.ts'
import type { Definition } from './definition.ts'

const KNOWN_DAYS = KNOWN_MS / (24 * 3600_000)

export const ofStaff: Readonly<Record<Extract<ProcessingKind, 'sign_ins' | 'staff_mails' | 'users'>, Definition>> = {
  users: {
    people: 'staff',
    name: 'Users',
    data: 'Name, username, e-mail, phone, password as a hash, groups, regions, apps and passkeys of the second step, and what a provider of single sign-on calls them.',
    purpose: 'To let staff sign in, and each see and do what the work needs.',
    read: [{ by: [api.users.list.access] }],
    also: 'Each user, of their own account',
    sent: ['sign_on'],
    rules: [],
    kept: 'Until the user is deleted.',
    tables: [
      'users',
      'user_group_members',
      'second_factors',
      'passkeys',
      'recovery_codes',
      'user_identities',
      'break_glass_accounts',
    ],
  },
  sign_ins: {
    people: 'staff',
    name: 'Sign-ins',
    data: 'Who signed in or was refused, when, from which network address and with what program; sessions; links for a new password.',
    purpose: 'To keep accounts safe, and to find attacks.',
    read: [
      { what: 'Sign-ins', by: [api.auditEvents.list.access] },
      { what: 'Sessions', by: [api.users.sessions.access] },
    ],
    also: 'Each user, of their own sessions',
    sent: ['sign_on'],
    rules: ['sign_ins'],
    kept: `Sessions, links and counts go once they have ended; a known network address ${KNOWN_DAYS} days after it was last used.`,
    tables: [
      'sessions',
      'password_resets',
      'sso_attempts',
      'sso_codes',
      'passkey_challenges',
      'throttle_counts',
      'known_addresses',
    ],
  },
  staff_mails: {
    people: 'staff',
    name: 'Mail to staff',
    data: 'Address, subject and text.',
    purpose: 'To send links and codes, and to tell of what has to be done.',
    read: [{ by: [api.outbox.list.access], with: [api.users.list.access] }],
    sent: ['mail'],
    rules: ['staff_mails'],
    kept: 'A text with a link or code is deleted once it was sent or has ended.',
    tables: ['outbox_mails'],
  },
}
