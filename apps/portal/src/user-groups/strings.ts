export const userGroupStrings = {
  title: 'User Groups',
  one: 'User Group',
  create: 'Create Group',
  tabs: 'User Groups and Roles',
  search: 'Search by name',
  searchLabel: 'Search user groups',
  none: 'No data available',
  noneReason: 'A user group gives its members what its roles allow.',
  columns: { id: 'ID', name: 'Name', numberOfRoles: 'Active Roles' },
  fields: { name: 'Name', users: 'Users', roles: 'Roles' },
  view: 'View',
  edit: 'Edit Group',
  remove: 'Delete Group',
  removeTitle: 'Delete this user group?',
  removeText: (name: string, users: number) =>
    users === 1
      ? `One member of ${name} loses what its roles allow.`
      : `${users} members of ${name} lose what its roles allow.`,
  removed: (name: string) => `${name} was deleted.`,
  removeFailed: 'User group could not be deleted',
  createTitle: 'Create User Group',
  form: 'User group details',
  thanks: 'Thank you',
  saved: 'Your User Group has been successfully updated',
  beyond: 'This role has permissions that you do not have, so you cannot assign it.',
} as const
