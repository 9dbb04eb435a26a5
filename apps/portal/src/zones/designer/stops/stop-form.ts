import { ZoneStopInput } from '@ambit/contract'
import { z } from 'zod'
import type { StopDraft } from '../design/design.ts'
import { bulkValues } from './stop-edits.ts'
import { stopStrings } from './strings.ts'

const words = stopStrings.dialog
const { name, note } = ZoneStopInput.shape
const StopType = z.enum(['staging', 'default', 'no_change'])
/** null: the selected stops are mixed */
const Flag = z.boolean().nullable()
const flags = { not_accessible: Flag, medically_exempt: Flag, hub_stop: Flag, break: Flag, passenger: Flag }

/** The form of one stop. `place` carries the street address, which is not typed. */
export const StopForm = z.object({
  name,
  place: z
    .object({ point: z.tuple([z.number(), z.number()]), formatted_address: z.string().nullable() })
    .nullable()
    .refine((value): boolean => value !== null, words.pickPlace),
  street_address: z.string(),
  zone_id: z.string(),
  note: z.string().pipe(note.unwrap().unwrap()),
  stopType: StopType,
  ...flags,
})
export type StopForm = z.infer<typeof StopForm>

export const StopBulkForm = z.object({ stopType: StopType, ...flags })
export type StopBulkForm = z.infer<typeof StopBulkForm>

export const stopValues = (stop: StopDraft | null, zone: string): StopForm => ({
  name: stop?.name ?? '',
  place: stop === null ? null : { point: [stop.point[0], stop.point[1]], formatted_address: stop.street_address },
  street_address: stop?.street_address ?? '',
  zone_id: zone,
  note: stop?.note ?? '',
  ...bulkValues(stop === null ? [] : [stop]),
  ...(stop === null ? { passenger: true } : {}),
})

/** What the form makes of a stop; without a place it makes none. */
export const stopFields = ({
  place,
  note: text,
  stopType,
  zone_id: _zone,
  street_address: _address,
  ...values
}: StopForm) => {
  if (place === null) return null
  return {
    name: values.name.trim(),
    point: place.point,
    street_address: place.formatted_address,
    note: text.trim() === '' ? null : text.trim(),
    staging: stopType === 'staging',
    not_accessible: values.not_accessible ?? false,
    medically_exempt: values.medically_exempt ?? false,
    hub_stop: values.hub_stop ?? false,
    break: values.break ?? false,
    passenger: values.passenger ?? false,
  }
}
