import type { BriefSection } from '@ambit/contract'

/** What the sections of a handover are called. */
export const sectionNames: Readonly<Record<BriefSection, string>> = {
  open: 'Open exceptions',
  snoozed: 'Snoozed exceptions',
  muted: 'Muted exceptions',
  at_risk: 'Promises at risk in the next 3 h',
  waiting: 'Waiting bookings',
  paused: 'Paused vehicles',
  pinned: 'Pinned bookings',
  closures: 'Closed roads',
  missing: 'Missing vehicles and drivers',
  notes: 'Notes',
  disruptions: 'Disruptions',
  overrides: 'Overrides',
  undone: 'Undone actions',
  schedules: 'Changed schedules',
  resolved: 'Resolved urgent exceptions',
}
