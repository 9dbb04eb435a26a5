export const dialogStrings = {
  loading: 'Loading',
  noPermissionTitle: 'No permission',
  noPermission:
    'You do not have the correct permissions to view this content. Please contact an administrator to request access.',
  mode: 'Dialog mode',
  view: 'View Mode',
  edit: 'Edit Mode',
  close: 'Close',
  invalidTab: 'has fields to correct',
  unsavedTitle: 'Unsaved changes',
  unsavedText: 'Your changes have not been saved. If you leave now, they are lost.',
  keepEditing: 'Keep editing',
  discard: 'Discard changes',
} as const
