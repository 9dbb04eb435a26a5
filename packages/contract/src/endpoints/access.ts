import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { listQuery } from '../query.ts'
import { Timestamp } from '../records/basics.ts'
import { Settings, SettingsInput } from '../records/settings.ts'
import {
  FirstAdministratorInput,
  OutboxMail,
  PasswordForgotInput,
  PasswordResetInput,
  Session,
  SessionInput,
  SignedInUser,
  User,
  UserGroup,
  UserRole,
  UserRoleInput,
} from '../records/users.ts'

const done = z.object({ data: z.object({ message: z.string() }) })

export const sessions = {
  create: endpoint('sessions.create', 'POST', '/sessions', {
    summary: 'Sign in',
    access: 'public',
    body: SessionInput,
    answer: one(Session),
    status: 201,
  }),
  current: endpoint('sessions.current', 'GET', '/sessions/current', {
    summary: 'Who is signed in',
    access: 'signed_in',
    answer: one(SignedInUser),
  }),
  destroy: endpoint('sessions.destroy', 'DELETE', '/sessions/current', {
    summary: 'Sign out: revoke the token',
    access: 'signed_in',
    answer: empty,
    status: 204,
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
    body: SettingsInput,
    answer: one(Settings),
  }),
}

export const users = {
  list: endpoint('users.list', 'GET', '/users', {
    summary: 'List users',
    access: 'UserManagement:user:canRead',
    query: listQuery({}, ['id', 'first_name', 'last_name', 'username', 'email']),
    answer: many(User),
  }),
}
export const userGroups = {
  list: endpoint('userGroups.list', 'GET', '/user_groups', {
    summary: 'List user groups',
    access: 'UserGroupManagement:userGroups:canRead',
    query: listQuery({}, ['id', 'name']),
    answer: many(UserGroup),
  }),
}
export const userRoles = {
  list: endpoint('userRoles.list', 'GET', '/user_roles', {
    summary: 'List roles',
    access: 'signed_in',
    query: listQuery({}, ['id', 'name']),
    answer: many(UserRole),
  }),
  show: endpoint('userRoles.show', 'GET', '/user_roles/:id', {
    summary: 'One role',
    access: 'signed_in',
    params: idParams,
    answer: one(UserRole),
  }),
  create: endpoint('userRoles.create', 'POST', '/user_roles', {
    summary: 'Create a role',
    access: 'UserGroupManagement:userGroups:canCreate',
    body: UserRoleInput,
    answer: one(UserRole),
    status: 201,
  }),
  update: endpoint('userRoles.update', 'PATCH', '/user_roles/:id', {
    summary: 'Change a role',
    access: 'UserGroupManagement:userGroups:canUpdate',
    params: idParams,
    body: UserRoleInput.partial(),
    answer: one(UserRole),
  }),
  destroy: endpoint('userRoles.destroy', 'DELETE', '/user_roles/:id', {
    summary: 'Delete a role',
    access: 'UserGroupManagement:userGroups:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
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
    body: z.object({ now: Timestamp }),
    answer: one(z.object({ now: Timestamp, jobs_run: z.int() })),
  }),
}
