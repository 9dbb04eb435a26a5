import { z } from 'zod'
import type { PermissionKey } from './permissions.ts'
import type { AuditKind } from './records/audit-events.ts'

/** What of passengers is masked for readers without the key. */
export const maskKeys = {
  contact: 'TravellerManagement:contact:canRead',
  place: 'TravellerManagement:place:canRead',
  care: 'TravellerManagement:care:canRead',
} as const satisfies Record<string, PermissionKey>

/** `name` is masked for those who know passengers by their number alone: every role of theirs is `pseudonymous`. */
export type Guard = keyof typeof maskKeys | 'name'

/** What stands in the place of the value; `nothing` is null. */
export type MaskForm =
  | 'coordinate'
  | 'door'
  | 'email'
  | 'first_name'
  | 'full_name'
  | 'hidden'
  | 'last_name'
  | 'line'
  | 'nothing'
  | 'phone'
  | 'point'
  | 'reason'
  | 'username'

/** Written on the schema of a field that tells of a passenger: the server masks every answer by it. */
export type Mark = {
  guard: Guard
  form: MaskForm
  /** of a name: the field beside it that holds the passenger's id */
  id?: string
  /** only where the fields beside it read so */
  where?: Readonly<Record<string, unknown>>
}

const marks = z.registry<Mark>()
export const markOf = (schema: z.core.$ZodType): Mark | undefined => marks.get(schema)

const marked = <T extends z.ZodType>(schema: T, mark: Mark): T => {
  const own: T = schema.clone()
  marks.add(own, mark)
  return own
}

/** A field that reads something else without its key. */
export const masked = <T extends z.ZodType>(
  guard: Exclude<Guard, 'name'>,
  form: Exclude<MaskForm, 'nothing'>,
  schema: T,
): T => marked(schema, { guard, form })

/** A field that is null without its key, because nothing else of its type would be true. */
export const unseen = <T extends z.ZodType>(guard: Guard, schema: T): z.ZodNullable<T> =>
  marked(schema, { guard, form: 'nothing' }).nullable()

/** A passenger's name; `id` is the field beside it with the passenger's number. */
export const nameOf = <T extends z.ZodType>(
  id: string,
  schema: T,
  form: 'first_name' | 'full_name' | 'hidden' | 'last_name' = 'full_name',
): T => marked(schema, { guard: 'name', form, id })

/** The same where it is the name of others as well. */
export const nameWhere = <T extends z.ZodType>(where: Record<string, unknown>, id: string, schema: T): T =>
  marked(schema, { guard: 'name', form: 'full_name', id, where })

/** What stands where a value is not shown. */
export const HIDDEN = 'Hidden'

const contact = (form: MaskForm): Mark => ({ guard: 'contact', form })
const care: Mark = { guard: 'care', form: 'hidden' }
const door: Mark = { guard: 'place', form: 'door' }
const coordinate: Mark = { guard: 'place', form: 'coordinate' }
const name = (form: MaskForm): Mark => ({ guard: 'name', form, id: 'id' })

/** The same for what the audit knows, whose fields are columns. */
export const auditMarks: Partial<Record<AuditKind, Readonly<Record<string, Mark>>>> = {
  travelers: {
    first_name: name('first_name'),
    last_name: name('last_name'),
    username: contact('username'),
    email: contact('email'),
    phone_number: contact('phone'),
    handicapped: care,
    medically_exempt: care,
    attendant_allowed: care,
    mobility_aids: care,
    own_times: care,
  },
  traveler_comments: { comment: care },
  traveler_helpers: { contact: contact('hidden') },
  lost_items: { reach: contact('hidden'), note: care },
  open_returns: { reason: care },
  misses: { judged_reason: care },
  suspensions: {
    rests_on: { guard: 'place', form: 'hidden' },
    decided_reason: care,
    dismissed_reason: care,
    objection: care,
    objection_reasons: care,
    lifted_reason: care,
  },
  payment_methods: { name: name('hidden') },
  booking_series: { legs: { guard: 'place', form: 'hidden' }, needs: care, comment: care, notes: care },
  service_requests: {
    origin_name: door,
    origin_longitude: coordinate,
    origin_latitude: coordinate,
    destination_name: door,
    destination_longitude: coordinate,
    destination_latitude: coordinate,
    mobility_support: care,
    aids: care,
    load_s: care,
    unload_s: care,
    comment: care,
    pickup_note: care,
    dropoff_note: care,
  },
}
