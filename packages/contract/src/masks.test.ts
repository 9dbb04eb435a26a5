import type { z } from 'zod'
import { expect, test } from 'vitest'
import { api, type Endpoint, HIDDEN, maskKeys, markOf, permissionKeys } from './index.ts'

/** with the parts of a definition that a walk needs */
type Schema = z.core.$ZodType & { def: { type: string } & Record<string, unknown> }

/** Words that fields of passengers are called by, in the records of an answer. */
const personal =
  /^((first|last|full|traveler|user)_name|username|e?_?mail|to|phone(_number)?|origin|destination|(origin|destination|location|pickup|dropoff)_name|comments?|mobility_support|handicapped|medically_exempt|door|frequent_locations|path|address|name|passenger_name)$/

/** What such words mean elsewhere: these answers hold no passenger's, or only the own of the passenger who asks. */
const others = new Set(
  `auditEvents recordVersions consumerApps discounts drivers live passwords permissions planStrategies regions schemas sessions setup settings surveyOptions travelerSets userGroups userRoles users vehicleNotes vehicles version zoneDesigns zoneSolutions serviceAreas serviceRoutes serviceStrategies travelFactors zoneStops zones roadClosures clock dashboard geo driver auditSeals holds privacyRequests processingRecords ride rideTracking`.split(
    ' ',
  ),
)
const groupOf = ({ name }: Endpoint): string => name.slice(0, name.indexOf('.'))

/** Fields with such a name that are something else, by the path in the answer. */
const elsewhere = new Set([
  // the kind of a concession, and its region
  'travelerConcessions traveler_set.name',
  'travelerConcessions traveler_set.traveler_set_discount.region.name',
  // the passenger’s number where names are masked
  'bookingSeries name',
  // of the network
  'accessEvents address',
  // what passengers say of a ride
  'feedbacks comments',
  // records of other kinds
  'search drivers.full_name',
  'search drivers.username',
  'search drivers.email',
  'search regions.name',
  'search zones.name',
  'dispatchBoard zones.name',
  'search trips.name',
  'trips name',
  'trips trip.name',
  'tripItineraries name',
  'payments user_name',
  // packs and trips, folders of the server, and what users call their devices
  'continuityPacks name',
  'continuityPacks state.folders.path',
  'continuityPacks state.regions.name',
  'secondFactors name',
  // files of backups, and the address of whoever tests the mail server
  'backups name',
  'mailSettings to',
  // roles
  'secondFactorPolicies name',
  'passkeys name',
  'passkeys rp.name',
  'passkeys user.name',
  // what providers of single sign-on are called, and who users are there
  'breakGlassAccounts full_name',
  'ssoProviders name',
  'userIdentities email',
  // staff who changed a plan
  'dispatchActions user_name',
  'effectPreviews changed_since.user_name',
  'effectPreviews action.user_name',
  'overrides user_name',
  // staff on watch and who answer exceptions, and zones
  'exceptions people.name',
  'exceptions zones.name',
  'watches name',
  'watches zones.name',
  'handovers zones.name',
  // staff who call
  'callTasks user_name',
  'smsReplies user_name',
  // staff who answer drivers; zones of notices
  'driverMessages answering.user_name',
  'notices zones.name',
  // what staff call a list of checks
  'vehicleChecklists name',
  // holidays and the like
  'specialDays name',
  // kinds of mobility aids
  'mobilityAids name',
  // what staff call a group that travels together
  'bookingGroups name',
  'bookingGroups service_requests.group.name',
  'bookingSeries group.name',
  'journeys service_requests.group.name',
  'serviceRequests group.name',
  'payments group.name',
  'travelers group.name',
  'organisations group.name',
  // places of a place book, which are nobody’s home
  'places name',
  'places address',
  'places location_name',
  // organisations, whom to turn to there, and kinds of mobility aids
  'organisations name',
  'organisations contacts.name',
  'organisations contacts.phone_number',
  'organisations contacts.email',
  'organisations aids.name',
  // an address beside a place that lies outside of all zones
  'searches name',
  // the last date of a pause, and the windows after a change
  'bookingSeries pauses.to',
  'bookingSeries bookings.to',
])

const fieldsOf = (schema: Schema, path: string[] = []): [string[], Schema][] => {
  const { def } = schema
  if (markOf(schema) !== undefined) return [[path, schema]]
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, Schema>).flatMap(([field, inner]) => [
        ...(/^(data|meta)$/.test(field) ? [] : [[[...path, field], inner] as [string[], Schema]]),
        ...fieldsOf(inner, /^(data|meta)$/.test(field) ? path : [...path, field]),
      ])
    case 'array':
      return fieldsOf(def['element'] as Schema, path)
    case 'union':
      return (def['options'] as Schema[]).flatMap((option) => fieldsOf(option, path))
    default:
      return def['innerType'] === undefined ? [] : fieldsOf(def['innerType'] as Schema, path)
  }
}

const isMarked = (schema: Schema): boolean =>
  markOf(schema) !== undefined || fieldsOf(schema).some(([, inner]) => markOf(inner) !== undefined)

const read = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter((endpoint) => !others.has(groupOf(endpoint)))

// covers: AUD-44
test('every field of an answer that reads like a passenger’s says what of it is masked', () => {
  const bare = read.flatMap((endpoint) =>
    fieldsOf(endpoint.answer as unknown as Schema)
      .filter(([path, schema]) => personal.test(path.at(-1) ?? '') && !isMarked(schema))
      .map(([path]) => `${groupOf(endpoint)} ${path.join('.')}`)
      .filter((field) => !elsewhere.has(field)),
  )
  expect([...new Set(bare)]).toEqual([])
})

test('each key that lifts a mask is a permission, and what is not shown has a word', () => {
  for (const key of Object.values(maskKeys)) expect(permissionKeys).toContain(key)
  expect(HIDDEN).toBe('Hidden')
})
