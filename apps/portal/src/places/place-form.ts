import {
  type BookedPlace,
  PlaceCategory,
  type PlaceInput,
  optionalText,
  PLACE_NOTE_LENGTH,
  requiredText,
  ServiceSpans,
} from '@ambit/contract'
import { z } from 'zod'
import { writeCoordinates } from '../map/coordinates.ts'
import { placeStrings as words } from './strings.ts'

export const targets = ['address', 'stop', 'point'] as const
const Selected = z.object({ point: z.tuple([z.number(), z.number()]), formatted_address: z.string().nullable() })

/** What the form holds: text where the record has numbers and lists. */
export const PlaceForm = z
  .object({
    name: requiredText(words.missingName, 100),
    region_id: requiredText(words.chooseRegion),
    category: PlaceCategory,
    /** one a line */
    other_names: z.string(),
    place: Selected.nullable().refine((place): boolean => place !== null, words.choosePoint),
    target: z.enum(targets),
    location_id: z.string(),
    entrance: Selected.nullable(),
    note: optionalText(PLACE_NOTE_LENGTH),
    hours: z.array(ServiceSpans).length(7).nullable(),
    /** the fields of the hours whose text is no time, which say so themselves */
    unreadable: z.array(z.string()).max(0),
  })
  .superRefine(
    ({ target, location_id, entrance }, context) => {
      const refuse = (field: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (target === 'stop' && location_id === '') refuse('location_id', words.chooseStop)
      if (target === 'point' && entrance === null) refuse('entrance', words.chooseEntrance)
    },
    { when: () => true },
  )
export type PlaceForm = z.infer<typeof PlaceForm>

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `region`: of a new place, where one is chosen already */
export const placeValues = (place: BookedPlace | null, region: number | null): PlaceForm => ({
  name: place?.name ?? '',
  region_id: String(place?.region_id ?? region ?? ''),
  category: place?.category ?? 'other',
  other_names: place?.other_names.join('\n') ?? '',
  place: place === null ? null : { point: place.point, formatted_address: place.address },
  target:
    place == null ? 'address' : place.location_id !== null ? 'stop' : place.entrance === null ? 'address' : 'point',
  location_id: place?.location_id == null ? '' : String(place.location_id),
  entrance: place?.entrance == null ? null : { point: place.entrance, formatted_address: null },
  note: place?.note ?? '',
  hours: place?.hours ?? null,
  unreadable: [],
})

/** A point that has no address is called by its coordinates. */
const addressOf = ({ point, formatted_address }: z.infer<typeof Selected>): string =>
  formatted_address ?? writeCoordinates(point)

type Body = Omit<z.input<typeof PlaceInput>, 'region_id'>
/** As it is sent; null: the form is not complete, which its rules say. */
export const placeBody = ({ place, target, location_id, entrance, ...values }: PlaceForm): Body | null =>
  place === null
    ? null
    : {
        name: values.name,
        category: values.category,
        other_names: linesOf(values.other_names),
        note: values.note,
        hours: values.hours,
        point: place.point,
        address: addressOf(place),
        location_id: target === 'stop' ? Number(location_id) : null,
        entrance: target === 'point' ? (entrance?.point ?? null) : null,
      }
