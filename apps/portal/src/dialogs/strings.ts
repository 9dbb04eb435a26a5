export const dialogStrings = {
  loading: 'Loading',
  mode: 'Dialog mode',
  view: 'View Mode',
  edit: 'Edit Mode',
  close: 'Close',
  invalidTab: 'has fields to correct',
  unsavedTitle: 'Unsaved changes',
  unsavedText: 'Your changes have not been saved. If you leave now, they will be lost.',
  keepEditing: 'Keep editing',
  discard: 'Discard changes',
} as const
