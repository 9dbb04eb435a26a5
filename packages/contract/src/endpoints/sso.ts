import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import {
  BreakGlassAccount,
  SsoAddress,
  SsoClaims,
  SsoCodeInput,
  SsoProvider,
  SsoProviderInput,
  UserIdentity,
} from '../records/sso.ts'

const READ = 'Settings:signIn:canRead'
const WRITE = 'Settings:signIn:canUpdate'

export const ssoProviders = {
  list: endpoint('ssoProviders.list', 'GET', '/sso_providers', {
    summary: 'OpenID Connect providers that users sign in with',
    access: READ,
    answer: many(SsoProvider),
  }),
  create: endpoint('ssoProviders.create', 'POST', '/sso_providers', {
    summary: 'Add a provider, whose configuration is read',
    access: WRITE,
    allRegions: true,
    body: SsoProviderInput,
    answer: one(SsoProvider),
    status: 201,
  }),
  update: endpoint('ssoProviders.update', 'PATCH', '/sso_providers/:id', {
    summary: 'Change a provider, whose configuration is read again; its issuer stays',
    access: WRITE,
    allRegions: true,
    params: idParams,
    body: SsoProviderInput.omit({ issuer: true }).partial(),
    answer: one(SsoProvider),
  }),
  destroy: endpoint('ssoProviders.destroy', 'DELETE', '/sso_providers/:id', {
    summary: 'Remove a provider, and who its people are here',
    access: WRITE,
    allRegions: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
  test: endpoint('ssoProviders.test', 'POST', '/sso_providers/:id/test', {
    summary: 'Begin to sign in at a provider for a look at its claims: no session changes',
    access: WRITE,
    allRegions: true,
    params: idParams,
    answer: one(SsoAddress),
  }),
  claims: endpoint('ssoProviders.claims', 'POST', '/sso_providers/:id/test/claims', {
    summary: 'The claims of such a sign-in, for the code that it ended with',
    access: WRITE,
    allRegions: true,
    params: idParams,
    body: SsoCodeInput,
    answer: one(SsoClaims),
  }),
}

export const sso = {
  start: endpoint('sso.start', 'POST', '/sso/:id/start', {
    summary: 'Begin to sign in at a provider: where the browser goes',
    access: 'public',
    params: idParams,
    answer: one(SsoAddress),
  }),
  join: endpoint('sso.join', 'POST', '/sso/:id/join', {
    summary: 'Begin to sign in at a provider to be known by it from then on',
    access: 'signed_in',
    ownAccount: true,
    params: idParams,
    answer: one(SsoAddress),
  }),
  prove: endpoint('sso.prove', 'POST', '/sso/:id/proof', {
    summary: 'Begin to sign in at a provider once more, for what is answered 403 proof_needed',
    access: 'signed_in',
    ownAccount: true,
    params: idParams,
    answer: one(SsoAddress),
  }),
  callback: endpoint('sso.callback', 'GET', '/sso/:id/callback', {
    summary: 'Where a provider sends the browser back: answered with the way to the portal',
    access: 'public',
    params: idParams,
    query: z.object({}),
    answer: z.string(),
    raw: 'text/html',
  }),
}

export const breakGlassAccounts = {
  list: endpoint('breakGlassAccounts.list', 'GET', '/break_glass_accounts', {
    summary: 'Local superadmins for the day on which a provider is down',
    access: READ,
    allRegions: true,
    answer: many(BreakGlassAccount),
  }),
  create: endpoint('breakGlassAccounts.create', 'POST', '/break_glass_accounts', {
    summary: 'Make a superadmin with a password a break-glass account',
    access: WRITE,
    allRegions: true,
    body: z.object({ user_id: Id }),
    answer: one(BreakGlassAccount),
    status: 201,
  }),
  destroy: endpoint('breakGlassAccounts.destroy', 'DELETE', '/break_glass_accounts/:id', {
    summary: 'Make a user no break-glass account any more',
    access: WRITE,
    allRegions: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
  setLocalSignIn: endpoint('breakGlassAccounts.setLocalSignIn', 'PATCH', '/local_sign_in', {
    summary: 'Whether others than break-glass accounts sign in by password',
    access: WRITE,
    allRegions: true,
    body: z.object({ local_sign_in: z.boolean() }),
    answer: one(z.object({ local_sign_in: z.boolean() })),
  }),
}

export const userIdentities = {
  list: endpoint('userIdentities.list', 'GET', '/user_identities', {
    summary: 'By which providers one is known',
    access: 'signed_in',
    ownAccount: true,
    answer: many(UserIdentity),
  }),
  destroy: endpoint('userIdentities.destroy', 'DELETE', '/user_identities/:id', {
    summary: 'Be known by a provider no longer; of another user with UserManagement:user:canUpdate',
    access: 'signed_in',
    ownAccount: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}
