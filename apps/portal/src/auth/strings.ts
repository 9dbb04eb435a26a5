export const permissionStrings = {
  noPermissionTitle: 'No permission',
  noPermission:
    'You do not have the correct permissions to view this content. Please contact an administrator to request access.',
} as const
