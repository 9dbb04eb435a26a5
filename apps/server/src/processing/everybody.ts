import { api, maskKeys, type ProcessingKind } from '@ambit/contract'
import { LIVE_EVENTS_KEPT } from '../live/prune.ts'
import { BACKUPS_KEPT, PACKS_KEPT_HOURS } from '../retention/files.ts'
import type { Definition } from './definition.ts'

const { days, weeks, months } = BACKUPS_KEPT

type OfEverybody = Extract<
  ProcessingKind,
  'access_events' | 'audit' | 'backups' | 'calls' | 'continuity_packs' | 'holds' | 'logs' | 'vehicle_notes'
>

export const ofEverybody: Readonly<Record<OfEverybody, Definition>> = {
  audit: {
    people: 'everybody',
    name: 'Audit',
    data: 'Who changed which record when, what it was before and after, and from which network address.',
    purpose: 'To find out who did what, to take mistakes back, and to show that nothing was altered.',
    read: [
      { what: 'Everything', by: [api.auditEvents.list.access] },
      { what: 'The history of records that they may read', by: ['AuditManagement:history:canRead'] },
    ],
    sent: [],
    rules: ['audit_events'],
    kept: 'What tells of a passenger or driver is erased from it together with them.',
    tables: ['audit_events', 'audit_seals'],
  },
  access_events: {
    people: 'everybody',
    name: 'Who looked',
    data: 'Which user opened which passenger, list or file, when, how often, and the reason where one was asked.',
    purpose: 'To tell passengers who looked at them, and to find looks that nobody needed.',
    read: [{ by: [api.accessEvents.list.access] }],
    sent: [],
    rules: ['access_events'],
    tables: ['access_events', 'mask_lifts', 'protected_openings', 'unusual_looks'],
  },
  vehicle_notes: {
    people: 'everybody',
    name: 'Notes on vehicles',
    data: 'Comments and incidents, with photos that drivers took, what witnesses said, and what the insurance was told.',
    purpose: 'To keep vehicles safe, and to look into accidents.',
    read: [{ by: [api.vehicleNotes.list.access] }],
    sent: [],
    rules: ['vehicle_notes'],
    tables: ['vehicle_notes'],
  },
  holds: {
    people: 'everybody',
    name: 'Holds',
    data: 'What is kept from every removal, until when, why, and who placed it.',
    purpose: 'To keep what a court, an insurance or the passenger needs.',
    read: [{ by: [api.holds.list.access] }],
    sent: [],
    rules: [],
    kept: 'For good, as a proof of why something was kept.',
    tables: ['holds'],
  },
  calls: {
    people: 'everybody',
    name: 'The server’s short memory',
    data: 'Answers to calls that may be sent twice, and what open pages were told of changes.',
    purpose: 'To do a call that is sent twice once, and to show changes at once.',
    read: [],
    also: 'Who sent the call, or sees the record anyway',
    sent: [],
    rules: ['idempotency_keys'],
    kept: `Of what pages were told, the newest ${LIVE_EVENTS_KEPT.toLocaleString('en')}.`,
    tables: ['idempotency_keys', 'live_events'],
  },
  backups: {
    people: 'everybody',
    name: 'Backups',
    data: 'All of the database.',
    purpose: 'To have everything back after a loss.',
    read: [],
    also: 'Whoever may read the folder',
    sent: ['backups'],
    rules: [],
    kept: `The newest of each of the last ${days} days, ${weeks} weeks and ${months} months. Who was erased is erased again from what is restored.`,
    tables: [],
    done: ({ backupFolder }) => backupFolder !== null,
  },
  continuity_packs: {
    people: 'everybody',
    name: 'Packs for working without the server',
    data: 'The trips of the next 24 hours with drivers and their phones, passengers and theirs, stops, notes and fares.',
    purpose: 'To go on by phone and paper while the server is away.',
    read: [{ by: [api.continuityPacks.file.access], with: Object.values(maskKeys) }],
    also: 'Whoever may read the folder',
    sent: ['packs'],
    rules: [],
    kept: `${PACKS_KEPT_HOURS} hours, then deleted; the newest of each region stays.`,
    tables: [],
    done: ({ continuityFolders }) => continuityFolders.length > 0,
  },
  logs: {
    people: 'everybody',
    name: 'Log and traces',
    data: 'Numbers of requests and records, times and errors. No names, addresses, phones, e-mails or texts.',
    purpose: 'To find out why something failed or was slow.',
    read: [],
    also: 'Whoever runs the server',
    sent: ['collector'],
    rules: [],
    kept: 'As the machine, and the collector where there is one, keep it.',
    tables: [],
  },
}
