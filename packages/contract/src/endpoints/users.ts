import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery } from '../query.ts'
import { Permission } from '../records/permissions.ts'
import { SecondFactor } from '../records/second-factors.ts'
import { SignInBlock, UserSession } from '../records/sessions.ts'
import { UserIdentity, UserIdentityInput } from '../records/sso.ts'
import { UserPermissions, UserSwitches } from '../records/user-permissions.ts'
import { User, UserGroup, UserGroupInput, UserInput, UserPassword, UserRole, UserRoleInput } from '../records/users.ts'

const done = one(z.object({ message: z.string() }))

export const users = {
  list: endpoint('users.list', 'GET', '/users', {
    summary: 'List users',
    access: 'UserManagement:user:canRead',
    query: listQuery({ id: idList, user_group: idList }, [
      'id',
      'first_name',
      'last_name',
      'username',
      'email',
      'phone_number',
    ]),
    answer: many(User),
  }),
  show: endpoint('users.show', 'GET', '/users/:id', {
    summary: 'One user',
    access: 'UserManagement:user:canRead',
    params: idParams,
    answer: one(User),
  }),
  create: endpoint('users.create', 'POST', '/users', {
    summary: 'Create a user, who is sent a link to choose a password',
    access: 'UserManagement:user:canCreate',
    body: UserInput,
    answer: one(User),
    status: 201,
  }),
  update: endpoint('users.update', 'PATCH', '/users/:id', {
    summary: 'Change a user; blocking one signs them out at once',
    access: 'UserManagement:user:canUpdate',
    params: idParams,
    body: UserInput.partial(),
    answer: one(User),
  }),
  destroy: endpoint('users.destroy', 'DELETE', '/users/:id', {
    summary: 'Delete a user',
    access: 'UserManagement:user:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  sessions: endpoint('users.sessions', 'GET', '/users/:id/sessions', {
    summary: 'The sessions of a user that stand',
    access: 'UserManagement:session:canRead',
    params: idParams,
    answer: many(UserSession),
  }),
  endSessions: endpoint('users.endSessions', 'DELETE', '/users/:id/sessions', {
    summary: 'End all sessions of a user, but for the one that asks',
    access: 'UserManagement:session:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  signInBlock: endpoint('users.signInBlock', 'GET', '/users/:id/sign_in_block', {
    summary: 'Since when a user cannot sign in because they said that it was somebody else; null: they can',
    access: 'UserManagement:user:canRead',
    params: idParams,
    answer: one(SignInBlock.nullable()),
  }),
  liftSignInBlock: endpoint('users.liftSignInBlock', 'DELETE', '/users/:id/sign_in_block', {
    summary: 'Let a user sign in again who said that it was somebody else',
    access: 'UserManagement:user:canUpdate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  secondFactors: endpoint('users.secondFactors', 'GET', '/users/:id/second_factors', {
    summary: 'The second factors of another user, for who may take them away',
    access: 'UserManagement:factor:canDestroy',
    params: idParams,
    answer: many(SecondFactor),
  }),
  takeFactors: endpoint('users.takeFactors', 'DELETE', '/users/:id/second_factors', {
    summary: 'Take away the second factors of a user who lost them, with a reason (X-Reason), and end their sessions',
    access: 'UserManagement:factor:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  identities: endpoint('users.identities', 'GET', '/users/:id/identities', {
    summary: 'By which providers a user is known',
    access: 'UserManagement:user:canRead',
    params: idParams,
    answer: many(UserIdentity),
  }),
  joinIdentity: endpoint('users.joinIdentity', 'POST', '/users/:id/identities', {
    summary: 'Have a user be known by a provider, by the subject there',
    access: 'UserManagement:user:canUpdate',
    params: idParams,
    body: UserIdentityInput,
    answer: one(UserIdentity),
    status: 201,
  }),
  permissions: endpoint('users.permissions', 'GET', '/users/:id/permissions', {
    summary: 'What is taken away from a user, and which groups give it',
    access: 'UserManagement:userRoles:canUpdate',
    params: idParams,
    answer: one(UserPermissions),
  }),
  updatePermissions: endpoint('users.updatePermissions', 'PATCH', '/users/:id/permissions', {
    summary: 'Take rights away from a user that the groups give, or give them back',
    access: 'UserManagement:userRoles:canUpdate',
    params: idParams,
    body: z.object({ switches: UserSwitches }),
    answer: one(UserPermissions),
  }),
  changePassword: endpoint('users.changePassword', 'POST', '/users/:id/password', {
    summary: "Set a user's password and end their sessions",
    access: 'UserManagement:user:canUpdate',
    params: idParams,
    body: UserPassword,
    answer: done,
  }),
  forgotPassword: endpoint('users.forgotPassword', 'POST', '/users/:id/forgot_password', {
    summary: 'Send a user a link to choose a new password',
    access: 'UserManagement:user:canUpdate',
    params: idParams,
    answer: done,
  }),
}

export const userGroups = {
  list: endpoint('userGroups.list', 'GET', '/user_groups', {
    summary: 'List user groups',
    access: 'UserGroupManagement:userGroups:canRead',
    query: listQuery({}, ['id', 'name', 'numberOfRoles']),
    answer: many(UserGroup),
  }),
  show: endpoint('userGroups.show', 'GET', '/user_groups/:id', {
    summary: 'One user group',
    access: 'UserGroupManagement:userGroups:canRead',
    params: idParams,
    answer: one(UserGroup),
  }),
  create: endpoint('userGroups.create', 'POST', '/user_groups', {
    summary: 'Create a user group',
    access: 'UserGroupManagement:userGroups:canCreate',
    allRegions: true,
    body: UserGroupInput,
    answer: one(UserGroup),
    status: 201,
  }),
  update: endpoint('userGroups.update', 'PATCH', '/user_groups/:id', {
    summary: 'Change a user group',
    access: 'UserGroupManagement:userGroups:canUpdate',
    allRegions: true,
    params: idParams,
    body: UserGroupInput.partial(),
    answer: one(UserGroup),
  }),
  destroy: endpoint('userGroups.destroy', 'DELETE', '/user_groups/:id', {
    summary: 'Delete a user group: its members lose its roles',
    access: 'UserGroupManagement:userGroups:canDestroy',
    allRegions: true,
    params: idParams,
    answer: empty,
    status: 204,
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
    allRegions: true,
    body: UserRoleInput,
    answer: one(UserRole),
    status: 201,
  }),
  update: endpoint('userRoles.update', 'PATCH', '/user_roles/:id', {
    summary: 'Change a role',
    access: 'UserGroupManagement:userGroups:canUpdate',
    allRegions: true,
    params: idParams,
    body: UserRoleInput.partial(),
    answer: one(UserRole),
  }),
  destroy: endpoint('userRoles.destroy', 'DELETE', '/user_roles/:id', {
    summary: 'Delete a role',
    access: 'UserGroupManagement:userGroups:canDestroy',
    allRegions: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

export const permissions = {
  list: endpoint('permissions.list', 'GET', '/permissions', {
    summary: 'Every permission that a role can allow, with its words, by module',
    access: 'signed_in',
    answer: many(Permission),
  }),
}
