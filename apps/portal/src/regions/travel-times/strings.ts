import type { KeyHint } from '../../ui/keys.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const shortDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const hour = (of: number): string => `${of % 12 === 0 ? 12 : of % 12} ${of % 24 < 12 ? 'am' : 'pm'}`
const factor = (value: number): string => String(value)

export const travelTimeStrings = {
  title: 'Travel Times',
  thanks: 'Thank you',
  explained: (zone: string) =>
    `How much longer a drive takes in each hour of the week than on empty streets: a factor of 1.25 turns 8 minutes into 10. Hours are local time in ${zone}.`,
  week: 'Travel times by hour of the week',
  days,
  shortDays,
  hour,
  factor,
  freeFlow: '–',
  all: 'The whole week',
  column: (day: number) => `All of ${shortDays[day] ?? ''}`,
  row: (of: number) => `${hour(of)} on every day`,
  selected: 'Selected',
  cell: (day: number, of: number) => `${days[day] ?? ''} ${hour(of)}`,
  range: (fromDay: number, toDay: number, from: number, to: number) =>
    `${fromDay === toDay ? (days[fromDay] ?? '') : `${shortDays[fromDay] ?? ''}–${shortDays[toDay] ?? ''}`}, ${hour(from)} – ${hour(to + 1)}`,
  sources: {
    set: 'set by hand',
    learnt: 'learnt from drives',
    free_flow: 'free flow, too few drives to learn from',
  },
  learntFrom: (drives: number) => `learnt from ${drives} ${drives === 1 ? 'drive' : 'drives'}`,
  instead: (value: number) => `${factor(value)} was learnt`,
  unsaved: 'not saved yet',
  legend: {
    label: 'Legend',
    set: 'Set by hand',
    learnt: 'Learnt from drives',
    free_flow: 'Free flow',
    unsaved: 'Not saved',
  },
  input: 'Factor',
  set: 'Set',
  clear: 'Back to learnt',
  undo: 'Undo',
  form: 'Change the selected hours',
  conflict: 'Another user has set some of these hours in the meantime',
  conflictHour: (name: string, theirs: number | null) =>
    `${name}: ${theirs === null ? 'back to learnt' : factor(theirs)}`,
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  faults: 'These hours could not be saved',
  fault: (name: string, message: string) => `${name}: ${message}`,
  saved: 'The travel times have been successfully updated',
  failed: 'The travel times could not be saved',
} as const

export const travelTimeKeys: readonly KeyHint[] = [
  { keys: ['←', '↑', '→', '↓'], does: 'Go from hour to hour' },
  { keys: ['Shift', '← ↑ → ↓'], does: 'Select several hours' },
  { keys: ['Ctrl', 'A'], does: 'Select the whole week' },
  { keys: ['Enter'], does: 'Enter a factor for the selected hours' },
  { keys: ['Delete'], does: 'Reset the selected hours to the learnt factors' },
  { keys: ['Ctrl', 'Z'], does: 'Undo' },
]
