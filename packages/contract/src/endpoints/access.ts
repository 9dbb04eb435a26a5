import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { listQuery } from '../query.ts'
import { Timestamp } from '../records/basics.ts'
import { InstallationStatus } from '../records/installation-status.ts'
import { MailSettings, MailSettingsInput, MailTest, SmsTest, SmsTestInput } from '../records/mail-settings.ts'
import {
  Passkey,
  PasskeyAdded,
  PasskeyCreation,
  PasskeyInput,
  PasskeyNameInput,
  PasskeyRequest,
  PasskeyRequestInput,
  PasskeySignInInput,
} from '../records/passkeys.ts'
import { PortalVersion } from '../records/portal-version.ts'
import {
  ProofInput,
  RecoveryCodes,
  RolePolicy,
  RolePolicyInput,
  SecondFactor,
  SecondFactorCode,
  SecondFactorInput,
  SecondFactorSetUp,
  SecondStepInput,
} from '../records/second-factors.ts'
import { UserSession } from '../records/sessions.ts'
import { EnvironmentValue, Logo, LogoInput, Settings, SettingsInput } from '../records/settings.ts'
import { SsoCodeInput } from '../records/sso.ts'
import {
  FirstAdministratorInput,
  NotMeInput,
  OutboxMail,
  OwnPasswordInput,
  PasswordForgotInput,
  PasswordResetInput,
  Session,
  SessionInput,
  SignedInUser,
} from '../records/users.ts'

const sessionParams = z.object({ id: z.uuid('There is no such session') })
const done = z.object({ data: z.object({ message: z.string() }) })

export const sessions = {
  create: endpoint('sessions.create', 'POST', '/sessions', {
    summary: 'Sign in',
    access: 'public',
    body: SessionInput,
    answer: one(Session),
    status: 201,
  }),
  secondStep: endpoint('sessions.secondStep', 'POST', '/sessions/second_step', {
    summary: 'Sign in with a code or a passkey, after the password was answered 401 second_step',
    access: 'public',
    body: SecondStepInput,
    answer: one(Session),
    status: 201,
  }),
  passkey: endpoint('sessions.passkey', 'POST', '/sessions/passkey', {
    summary: 'Sign in with a passkey alone',
    access: 'public',
    body: PasskeySignInInput,
    answer: one(Session),
    status: 201,
  }),
  sso: endpoint('sessions.sso', 'POST', '/sessions/sso', {
    summary: 'Sign in with the code that signing in at a provider has ended with',
    access: 'public',
    body: SsoCodeInput,
    answer: one(Session),
    status: 201,
  }),
  prove: endpoint('sessions.prove', 'POST', '/sessions/current/proof', {
    summary: 'Show again who is signed in, for what is answered 403 proof_needed',
    access: 'signed_in',
    ownAccount: true,
    body: ProofInput,
    answer: empty,
    status: 204,
  }),
  current: endpoint('sessions.current', 'GET', '/sessions/current', {
    summary: 'Who is signed in',
    access: 'signed_in',
    ownAccount: true,
    answer: one(SignedInUser),
  }),
  use: endpoint('sessions.use', 'POST', '/sessions/current/use', {
    summary: 'Somebody presses keys, clicks or touches: the session does not end for want of it',
    access: 'signed_in',
    ownAccount: true,
    answer: empty,
    status: 204,
  }),
  list: endpoint('sessions.list', 'GET', '/sessions', {
    summary: 'One’s own sessions that stand',
    access: 'signed_in',
    ownAccount: true,
    answer: many(UserSession),
  }),
  end: endpoint('sessions.end', 'DELETE', '/sessions/:id', {
    summary: 'End a session: one’s own, or with UserManagement:session:canDestroy another user’s',
    access: 'signed_in',
    ownAccount: true,
    params: sessionParams,
    answer: empty,
    status: 204,
  }),
  endOthers: endpoint('sessions.endOthers', 'DELETE', '/sessions', {
    summary: 'End all of one’s own sessions but this one',
    access: 'signed_in',
    ownAccount: true,
    answer: empty,
    status: 204,
  }),
  destroy: endpoint('sessions.destroy', 'DELETE', '/sessions/current', {
    summary: 'Sign out: revoke the token. `end_session_url`: where a provider ends its own session',
    access: 'signed_in',
    ownAccount: true,
    answer: one(z.object({ end_session_url: z.string().nullable() })),
  }),
}

export const secondFactors = {
  list: endpoint('secondFactors.list', 'GET', '/second_factors', {
    summary: 'One’s own second factors',
    access: 'signed_in',
    ownAccount: true,
    answer: many(SecondFactor),
  }),
  create: endpoint('secondFactors.create', 'POST', '/second_factors', {
    summary: 'Begin to set up an authenticator app',
    access: 'signed_in',
    ownAccount: true,
    body: SecondFactorInput,
    answer: one(SecondFactorSetUp),
  }),
  confirm: endpoint('secondFactors.confirm', 'PATCH', '/second_factors/:id', {
    summary: 'Show the first code of an authenticator app: from then on it is asked for',
    access: 'signed_in',
    ownAccount: true,
    params: idParams,
    body: SecondFactorCode,
    answer: one(RecoveryCodes),
  }),
  destroy: endpoint('secondFactors.destroy', 'DELETE', '/second_factors/:id', {
    summary: 'Remove a second factor',
    access: 'signed_in',
    ownAccount: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

export const secondFactorPolicies = {
  list: endpoint('secondFactorPolicies.list', 'GET', '/second_factor_policies', {
    summary: 'Which roles need a second factor, since when, and how many users have none',
    access: 'Settings:signIn:canRead',
    allRegions: true,
    answer: many(RolePolicy),
  }),
  update: endpoint('secondFactorPolicies.update', 'PATCH', '/second_factor_policies/:id', {
    summary: 'Whether a role needs a second factor; who has none is given 14 days',
    access: 'Settings:signIn:canUpdate',
    allRegions: true,
    params: idParams,
    body: RolePolicyInput,
    answer: one(RolePolicy),
  }),
}

export const passkeys = {
  list: endpoint('passkeys.list', 'GET', '/passkeys', {
    summary: 'One’s own passkeys',
    access: 'signed_in',
    ownAccount: true,
    answer: many(Passkey),
  }),
  create: endpoint('passkeys.create', 'POST', '/passkeys', {
    summary: 'Add the passkey that a browser has made',
    access: 'signed_in',
    ownAccount: true,
    body: PasskeyInput,
    answer: one(PasskeyAdded),
    // Its recovery codes are stored nowhere, and repeated it would be refused: the challenge is used up.
    keyed: false,
    status: 201,
  }),
  rename: endpoint('passkeys.rename', 'PATCH', '/passkeys/:id', {
    summary: 'Rename a passkey',
    access: 'signed_in',
    ownAccount: true,
    params: idParams,
    body: PasskeyNameInput,
    answer: one(Passkey),
  }),
  destroy: endpoint('passkeys.destroy', 'DELETE', '/passkeys/:id', {
    summary: 'Remove a passkey',
    access: 'signed_in',
    ownAccount: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
  toAdd: endpoint('passkeys.toAdd', 'POST', '/passkeys/options', {
    summary: 'What a browser makes a passkey with; good for five minutes, once',
    access: 'signed_in',
    ownAccount: true,
    answer: one(PasskeyCreation),
  }),
  toSignIn: endpoint('passkeys.toSignIn', 'POST', '/passkeys/options/sign_in', {
    summary: 'What a browser uses a passkey with to sign in; good for five minutes, once',
    access: 'public',
    body: PasskeyRequestInput,
    answer: one(PasskeyRequest),
  }),
  toProve: endpoint('passkeys.toProve', 'POST', '/passkeys/options/proof', {
    summary: 'What a browser uses a passkey with to show again who is signed in; good for five minutes, once',
    access: 'signed_in',
    ownAccount: true,
    answer: one(PasskeyRequest),
  }),
}

export const recoveryCodes = {
  show: endpoint('recoveryCodes.show', 'GET', '/recovery_codes', {
    summary: 'How many of one’s own recovery codes are left',
    access: 'signed_in',
    ownAccount: true,
    answer: one(z.object({ left: z.int() })),
  }),
  create: endpoint('recoveryCodes.create', 'POST', '/recovery_codes', {
    summary: 'Make new recovery codes in place of those from before',
    access: 'signed_in',
    ownAccount: true,
    answer: one(RecoveryCodes),
  }),
}

export const passwords = {
  forgot: endpoint('passwords.forgot', 'POST', '/passwords/forgot', {
    summary: 'Send a reset link',
    access: 'public',
    body: PasswordForgotInput,
    answer: done,
  }),
  reset: endpoint('passwords.reset', 'POST', '/passwords/reset', {
    summary: 'Set a new password by a reset link',
    access: 'public',
    body: PasswordResetInput,
    answer: done,
  }),
  notMe: endpoint('passwords.notMe', 'POST', '/passwords/not_me', {
    summary: 'Say by a link of a mail that it was somebody else: nobody signs in until the password is reset',
    access: 'public',
    body: NotMeInput,
    answer: done,
  }),
  change: endpoint('passwords.change', 'POST', '/passwords/change', {
    summary: 'Change one’s own password by the present one',
    access: 'signed_in',
    ownAccount: true,
    body: OwnPasswordInput,
    answer: done,
  }),
}

export const setup = {
  firstAdministrator: endpoint('setup.firstAdministrator', 'POST', '/setup/first_administrator', {
    summary: 'Create the first administrator of an empty installation',
    access: 'public',
    body: FirstAdministratorInput,
    answer: one(Session),
    status: 201,
  }),
}

export const settings = {
  show: endpoint('settings.show', 'GET', '/settings', {
    summary: 'Names, menu, feature flags, clock and street data',
    access: 'public',
    answer: one(Settings),
  }),
  update: endpoint('settings.update', 'PATCH', '/settings', {
    summary: 'Change names, menu, search and feature flags',
    access: 'Settings:settings:canUpdate',
    allRegions: true,
    body: SettingsInput,
    answer: one(Settings),
  }),
  environment: endpoint('settings.environment', 'GET', '/settings/environment', {
    summary: 'What the environment of the server sets, without secrets',
    access: 'Settings:settings:canRead',
    answer: many(EnvironmentValue),
  }),
  status: endpoint('settings.status', 'GET', '/settings/status', {
    summary: 'What the installation runs on, how much room it has and how fast that goes',
    access: 'Settings:settings:canRead',
    answer: one(InstallationStatus),
  }),
  addLogo: endpoint('settings.addLogo', 'POST', '/settings/logos', {
    summary: 'Hand a logo over, which the settings then name by its digest',
    access: 'Settings:settings:canUpdate',
    allRegions: true,
    body: LogoInput,
    large: true,
    answer: one(Logo),
    status: 201,
  }),
}

export const mailSettings = {
  show: endpoint('mailSettings.show', 'GET', '/settings/mail', {
    summary: 'How mail leaves the installation, without the password',
    access: 'Settings:settings:canRead',
    answer: one(MailSettings),
  }),
  update: endpoint('mailSettings.update', 'PATCH', '/settings/mail', {
    summary: 'Change the mail server, the sender or the signature; mail leaves by them from then on',
    access: 'Settings:settings:canUpdate',
    allRegions: true,
    body: MailSettingsInput,
    answer: one(MailSettings),
  }),
  test: endpoint('mailSettings.test', 'POST', '/settings/mail/test', {
    summary: 'Send a mail to one’s own address, by the server as it is set',
    access: 'Settings:settings:canUpdate',
    allRegions: true,
    answer: one(MailTest),
  }),
  testSms: endpoint('mailSettings.testSms', 'POST', '/settings/mail/test_sms', {
    summary: 'Send a text message to a number, by the gateway as it is set',
    access: 'Settings:settings:canUpdate',
    allRegions: true,
    body: SmsTestInput,
    answer: one(SmsTest),
  }),
}

export const version = {
  /** outside the API's base: open portals ask for it every few seconds, and get it without the envelope */
  show: endpoint('version.show', 'GET', '/version.json', {
    summary: 'The version file: which version is served now',
    audience: 'portal',
    access: 'public',
    /** epoch seconds, which keep every cache between out of it */
    query: z.object({ v: z.string().max(40).optional() }),
    answer: PortalVersion,
  }),
}

export const outbox = {
  list: endpoint('outbox.list', 'GET', '/outbox_mails', {
    summary: 'Mail kept in the product',
    access: 'Settings:mail:canRead',
    query: listQuery({}, ['id']),
    answer: many(OutboxMail),
  }),
}

export const clock = {
  /** simulated days only: a server on real time answers 409 */
  advance: endpoint('clock.advance', 'POST', '/clock', {
    summary: 'Move the virtual clock, running every job that falls due on the way',
    access: 'Settings:environment:canUpdate',
    allRegions: true,
    body: z.object({ now: Timestamp }),
    answer: one(z.object({ now: Timestamp, jobs_run: z.int() })),
  }),
  /** a local demo with a clock of its own only: any other server answers 409 */
  setSpeed: endpoint('clock.setSpeed', 'PATCH', '/clock', {
    summary: 'Let the clock of a local demo run faster or slower',
    access: 'signed_in',
    allRegions: true,
    body: z.object({ speed: z.number().min(0.1).max(1000) }),
    answer: one(z.object({ now: Timestamp, speed: z.number() })),
  }),
}
