import type { ZoneStopInput } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { z } from 'zod'
import { newDraftId } from '../../../drafts/diff.ts'
import { changedFields, pick } from '../../../drafts/to-save.ts'
import { designFields, type StopDraft } from '../design/design.ts'
import { type StopFlag, stopFlags } from './stop-flags.ts'
import { stopStrings as words } from './strings.ts'

export type StopType = 'staging' | 'default' | 'no_change'

/** One value for several stops: true when all have it, false when none has, null when they are mixed. */
export const shared = (stops: readonly StopDraft[], flag: StopFlag | 'staging'): boolean | null => {
  const having = stops.filter((stop) => stop[flag]).length
  return having === stops.length && having > 0 ? true : having === 0 ? false : null
}

/** `no_change` stands for several stops of which some are staging places and some are not. */
export const stopTypeOf = (stops: readonly StopDraft[]): StopType => {
  const staging = shared(stops, 'staging')
  return staging === null ? 'no_change' : staging ? 'staging' : 'default'
}

export type BulkValues = Record<StopFlag, boolean | null> & { stopType: StopType }

export const bulkValues = (stops: readonly StopDraft[]): BulkValues => ({
  stopType: stopTypeOf(stops),
  not_accessible: shared(stops, 'not_accessible'),
  medically_exempt: shared(stops, 'medically_exempt'),
  hub_stop: shared(stops, 'hub_stop'),
  break: shared(stops, 'break'),
  passenger: shared(stops, 'passenger'),
})

/** A stop with what was changed in its form; another user may have changed its other fields meanwhile. */
export const withTouched = (stop: StopDraft, built: Partial<StopDraft>, fields: Partial<StopDraft>): StopDraft => ({
  ...stop,
  ...pick(fields, changedFields(built, fields, designFields.zone_stops)),
})

/** Each stop as the form leaves it; what is as it was when the form was `built` changes nothing. */
export const applyBulk = (stops: readonly StopDraft[], built: BulkValues, values: BulkValues): StopDraft[] => {
  const set: Partial<Record<StopFlag | 'staging', boolean>> = {}
  for (const flag of stopFlags) {
    const value = values[flag]
    if (value !== null && value !== undefined && value !== built[flag]) set[flag] = value
  }
  if (values.stopType !== 'no_change' && values.stopType !== built.stopType) set.staging = values.stopType === 'staging'
  return stops.map((stop) => ({ ...stop, ...set }))
}

type NewStop = Omit<z.input<typeof ZoneStopInput>, 'zone_id' | 'point'> & { point: LngLat }

export const newStop = ({ point, street_address = null, note = null, ...fields }: NewStop): StopDraft => ({
  id: newDraftId(),
  version: 0,
  staging: false,
  not_accessible: false,
  medically_exempt: false,
  hub_stop: false,
  break: false,
  passenger: true,
  ...fields,
  street_address,
  note,
  point: [point[0], point[1]],
})

/** Of an address the street: `12 Mill Street`, then `12 Mill Street 2`, a name that no other stop has. */
export const freeName = (address: string | null, taken: ReadonlySet<string>): string => {
  const street = address?.split(',', 1)[0]?.trim() ?? ''
  const base = street === '' ? words.newStop : street
  if (!taken.has(base)) return base
  let next = 2
  while (taken.has(`${base} ${next}`)) next++
  return `${base} ${next}`
}

export const namesOf = (stops: readonly StopDraft[]): Set<string> => new Set(stops.map(({ name }) => name))
