import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { LngLat, optionalText, requiredText, stamps } from './basics.ts'
import { ServiceSpans } from './booking-rules.ts'
import { IMPORT_ROWS_PER_CALL, importRows } from './imports.ts'

/** What kind of place it is; `care`: homes and day centres. */
export const placeCategories = [
  'health',
  'care',
  'education',
  'shopping',
  'work',
  'leisure',
  'transport',
  'public_office',
  'other',
] as const
export const PlaceCategory = z.enum(placeCategories)
export type PlaceCategory = z.infer<typeof PlaceCategory>

/** Places of one region. */
export const MOST_PLACES = 5000
export const MOST_OTHER_NAMES = 10
export const PLACE_NOTE_LENGTH = 250

const fields = {
  name: requiredText('Please enter a name', 100),
  other_names: z
    .array(requiredText('Please enter a name', 100))
    .max(MOST_OTHER_NAMES, `A place has at most ${MOST_OTHER_NAMES} other names`)
    .default([]),
  address: requiredText('Please choose an address'),
  /** of the address */
  point: LngLat,
  /** a stop of a zone where vehicles stop for it */
  location_id: Id.nullish().transform((id) => id ?? null),
  /** where vehicles stop for it, where that is no stop of a zone */
  entrance: LngLat.nullish().transform((point) => point ?? null),
  /** for drivers */
  note: optionalText(PLACE_NOTE_LENGTH).default(''),
  /** of each weekday, from Monday; null: always open, or not known */
  hours: z
    .array(ServiceSpans)
    .length(7)
    .nullish()
    .transform((hours) => hours ?? null),
  category: PlaceCategory.default('other'),
}

const oneEntrance = {
  check: ({ location_id, entrance }: { location_id?: number | null; entrance?: unknown }) =>
    location_id == null || entrance == null,
  error: { path: ['entrance'], error: 'Please choose a stop or a point, not both' },
}

/** A place as the place book of a region keeps it. */
export const BookedPlace = z.object({
  id: Id,
  region_id: Id,
  ...fields,
  /** where vehicles go for it: the stop, the entrance or the address */
  target: LngLat,
  /** the stop's name */
  location_name: z.string().nullable(),
  ...stamps,
})
export type BookedPlace = z.infer<typeof BookedPlace>

export const PlaceInput = z.object({ region_id: Id, ...fields }).refine(oneEntrance.check, oneEntrance.error)
export type PlaceInput = z.infer<typeof PlaceInput>
/** What is left out stays; its region does. */
export const PlaceChange = z
  .object({
    name: fields.name,
    other_names: fields.other_names.unwrap(),
    address: fields.address,
    point: fields.point,
    location_id: Id.nullable(),
    entrance: LngLat.nullable(),
    note: fields.note.unwrap(),
    hours: z.array(ServiceSpans).length(7).nullable(),
    category: PlaceCategory,
  })
  .partial()
  .refine(oneEntrance.check, oneEntrance.error)

/** The columns of an import file, and of the export. Several other names are parted by semicolons. */
export const placeColumns = [
  'Name',
  'Other Names',
  'Category',
  'Address',
  'Latitude',
  'Longitude',
  'Note for Drivers',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export type PlaceColumn = (typeof placeColumns)[number]

export const PlaceImport = z.object({ region_id: Id, rows: importRows(IMPORT_ROWS_PER_CALL) })

/** An address that many rides begin or end at, and that the book does not have. */
export const PlaceSuggestion = z.object({
  address: z.string(),
  point: LngLat,
  rides: z.int(),
  passengers: z.int(),
})
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>
/** Rides within so many days, and of so many passengers, so that nobody's home is suggested. */
export const SUGGESTED = { rides: 20, days: 90, passengers: 5 } as const
