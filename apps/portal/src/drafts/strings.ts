import type { DraftMode } from './DraftDialog.tsx'

const count = (many: number, one: string): string => (many === 1 ? `1 ${one}` : `${many} ${one}s`)

export const draftStrings = {
  resetStep: 'All changes taken back',
  titles: {
    save: 'Save changes',
    discard: 'Discard changes?',
    unsavedChanges: 'Unsaved changes',
  } satisfies Record<DraftMode, string>,
  texts: {
    save: 'This is what will be saved.',
    discard: 'These changes and their history are lost. This cannot be undone.',
    unsavedChanges: 'Your changes have not been saved. If you leave now, they are lost.',
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
  reset: 'Take all changes back',
  save: 'Save',
  saveAndLeave: 'Save and leave',
  discard: 'Discard changes',
  keep: 'Keep editing',
  mergeTitle: 'Another user has changed this in the meantime',
  mergeText: 'What only one of you changed is kept. Choose where both of you changed the same thing.',
  mergeNone: 'You changed different things: saving keeps both.',
  arrivedTitle: 'Your last save had arrived, though its answer was lost',
  arrivedNone: 'What you have changed since is saved over it.',
  mine: 'Yours',
  theirs: 'Theirs',
  merge: 'Save both',
  failed: 'Oops! Something went wrong.',
  error: 'Error:',
} as const
