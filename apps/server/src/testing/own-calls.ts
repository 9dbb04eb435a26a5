import { TEST_PASSWORD } from './server.ts'

type OwnCall = { why: string; body?: unknown; alone?: true }

const why = 'The caller'
const password = 'a quiet harbour at night'
const ownPassword = { present_password: TEST_PASSWORD, password, password_confirmation: password }
const simple = `passkeys.list passkeys.toAdd passkeys.toProve recoveryCodes.create recoveryCodes.show secondFactors.list userIdentities.list
  representativeMessages.show sessions.current sessions.destroy sessions.list sessions.use watches.end`

/** Calls about whoever makes them. `alone`: only by a user whom nothing else of the test needs. */
export const ownCalls: Readonly<Record<string, OwnCall>> = {
  ...Object.fromEntries(simple.split(/\s+/).map((name) => [name, { why }])),
  'passwords.change': { alone: true, body: ownPassword, why },
  'representativeMessages.update': { alone: true, body: { told: false }, why },
  'secondFactors.create': { alone: true, body: { name: 'App' }, why },
  'sessions.endOthers': { alone: true, why },
  'sessions.prove': { body: { password: TEST_PASSWORD }, why },
}
