import { counted } from '@ambit/domain'

export const groupStrings = {
  group: (name: string) => `Group ${name}`,
  others: 'Other members of the group',
  nobodyElse: 'Nobody else is booked in this group.',
  member: (name: string, id: number) => `${name}, booking # ${id}`,
  pickUp: (from: string, until: string, place: string) => `Pick up ${from} – ${until} at ${place}`,
  rename: 'Rename…',
  renameTitle: (name: string) => `Rename group ${name}`,
  name: 'Name of the group',
  nameMissing: 'Please enter a name',
  keepName: 'Keep the name',
  renameNow: 'Rename',
  renamed: 'The group has its new name. Drivers read it at the stop.',
  renameFailed: 'The group could not be renamed',
  cancel: 'Cancel group…',
  cancelTitle: (name: string) => `Cancel group ${name}?`,
  cancelText: (n: number) =>
    n === 1
      ? 'The one booking that is still open is cancelled.'
      : `All ${counted(n, 'booking')} that are still open are cancelled.`,
  reason: 'Reason (optional)',
  keep: 'Keep the group',
  cancelAll: (n: number) => `Cancel ${counted(n, 'booking')}`,
  cancelled: 'The group has been cancelled.',
  cancelFailed: 'The group could not be cancelled',
}
