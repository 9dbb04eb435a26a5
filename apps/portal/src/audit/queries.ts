import { api, auditActorKinds, type AuditEvent, auditKinds, auditVias } from '@ambit/contract'
import { client } from '../api/client.ts'
import { auditRecords } from '../records/audit-events.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { type DayRange, dayRange } from '../url/day-range.ts'
import { optionalId, type Scope } from '../url/scope.ts'
import { oneOf, text } from '../url/url-state.ts'

/** The tabs that list events of the audit; `access` lists who looked. */
export type EventTab = 'changes' | 'sign-ins' | 'deleted'
export type AuditTab = EventTab | 'access'

type Filters = DayRange & {
  'filter.actor': number | null
  'filter.actor_kind': AuditEvent['actor_kind'] | null
  'filter.record_kind': (typeof auditKinds)[number] | null
  'filter.record_id': string
  'filter.via': AuditEvent['via'] | null
  'filter.request': string
  'filter.address': string
  'filter.action': string
  'filter.field': string
}
export type AuditState = ListState<Filters>

export const auditState = listState<Filters>(
  {
    ...dayRange,
    'filter.actor': optionalId,
    'filter.actor_kind': oneOf(auditActorKinds),
    'filter.record_kind': oneOf(auditKinds),
    'filter.record_id': text(),
    'filter.via': oneOf(auditVias),
    'filter.request': text(),
    'filter.address': text(),
    'filter.action': text(),
    'filter.field': text(),
  },
  ['id'],
)

export const accessState = listState<DayRange>(dayRange, ['id'])

export const cleared = {
  search: '',
  'filter.from': null,
  'filter.to': null,
  'filter.actor': null,
  'filter.actor_kind': null,
  'filter.record_kind': null,
  'filter.record_id': '',
  'filter.via': null,
  'filter.request': '',
  'filter.address': '',
  'filter.action': '',
  'filter.field': '',
} satisfies Partial<AuditState>

export const isNarrowed = (state: AuditState): boolean =>
  Object.entries(cleared).some(([key, value]) => key !== 'search' && state[key as keyof typeof cleared] !== value)

const ofTab = {
  // Refusals and exports too, for those who may see who looked.
  changes: { kind: ['change', 'access'] },
  'sign-ins': { kind: ['sign_in'] },
  deleted: { kind: ['change'], operation: ['deleted'] },
} as const

/** Days of the reader's calendar as moments; the last day is included. */
export const moments = (from: string | null, to: string | null) => {
  if (from === null && to === null) return {}
  const begin = new Date(`${from ?? '2000-01-01'}T00:00:00`)
  const end = to === null ? new Date('2200-01-01T00:00:00') : new Date(`${to}T00:00:00`)
  if (to !== null) end.setDate(end.getDate() + 1)
  return { date_range: [begin.toISOString(), end.toISOString()] }
}

const auditFilter = (tab: EventTab, state: AuditState, { region, zone }: Scope) => {
  const words = (['record_id', 'request', 'address', 'action', 'field'] as const).flatMap((key) => {
    const value = state[`filter.${key}`]
    return value === '' ? [] : [[key, [value]] as const]
  })
  const choices = (['actor', 'actor_kind', 'record_kind', 'via'] as const).flatMap((key) => {
    const value = state[`filter.${key}`]
    return value === null ? [] : [[key, [value]] as const]
  })
  return {
    ...ofTab[tab],
    ...Object.fromEntries([...words, ...choices]),
    ...moments(state['filter.from'], state['filter.to']),
    ...(region === null ? {} : { region: [region] }),
    ...(zone.length === 0 ? {} : { zone: [...zone] }),
  }
}

export const auditQuery = (tab: EventTab, state: AuditState, scope: Scope): ListQuery<AuditEvent> =>
  auditRecords.page(listQuery(state, auditFilter(tab, state, scope)))

export const exportAudit = async (
  tab: EventTab,
  state: AuditState,
  scope: Scope,
  format: 'csv' | 'jsonl',
): Promise<Blob> => {
  const query = { filter: auditFilter(tab, state, scope), format, search: state.search }
  return (await client.fetch(api.auditEvents.export, { query })).blob()
}
