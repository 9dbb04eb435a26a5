import type { DraftMode } from './DraftDialog.tsx'

const count = (many: number, one: string): string => (many === 1 ? `1 ${one}` : `${many} ${one}s`)

export const draftStrings = {
  resetStep: 'All changes undone',
  titles: {
    save: 'Save changes',
    discard: 'Discard changes?',
    unsavedChanges: 'Unsaved changes',
  } satisfies Record<DraftMode, string>,
  texts: {
    save: 'This is what will be saved.',
    discard: 'These changes and their history will be lost. This cannot be undone.',
    unsavedChanges: 'Your changes have not been saved. If you leave now, they will be lost.',
  } satisfies Record<DraftMode, string>,
  added: (many: number) => `${count(many, 'record')} added`,
  updated: (many: number) => `${count(many, 'record')} changed`,
  removed: (many: number) => `${count(many, 'record')} removed`,
  more: (many: number) => `and ${many} more`,
  becomes: 'becomes',
  nothing: 'Nothing has changed.',
  undo: 'Undo',
  redo: 'Redo',
  history: 'History',
  asLoaded: 'As loaded',
  reset: 'Undo all changes',
  save: 'Save',
  saveAndLeave: 'Save and leave',
  discard: 'Discard changes',
  keep: 'Keep editing',
  mergeTitle: 'Another user has changed this in the meantime',
  mergeText: 'Changes that only one of you made are kept. Choose between them where you both changed the same thing.',
  mergeNone: 'You changed different things: saving keeps both.',
  arrivedTitle: 'Your last save went through, but its answer was lost',
  arrivedNone: 'Your changes since then are saved on top of it.',
  mine: 'Yours',
  theirs: 'Theirs',
  merge: 'Save both',
  failed: 'Oops! Something went wrong.',
  error: 'Error:',
} as const
