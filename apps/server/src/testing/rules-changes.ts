import { api } from '@ambit/contract'
import { byId, type Change, change, edited, fresh, sam, type World } from './changes.ts'

let day = 0
/** A date that no other rules or special day of the run have. */
const date = (): string => new Date(Date.UTC(2027, 0, (day += 1))).toISOString().slice(0, 10)
const rules = () => ({ holds_from: date() })
const special = () => ({ date: date(), name: fresh('Harbour Day ') })
const inZone =
  <B>(body: () => B) =>
  async ({ town }: World) => ({ params: { id: town.zone_id }, body: body() })

const known = async (w: World) => (await sam(w).call(api.bookingRules.create, await inZone(rules)(w))).data.id
const knownDay = async (w: World) => (await sam(w).call(api.specialDays.create, await inZone(special)(w))).data.id

const aid = ({ town: { region_id } }: World) => {
  const times = { load_s: 20, unload_s: 20 }
  return { region_id, name: fresh('Walker '), kind: 'walker' as const, seats: 1, wheelchair_spaces: 0, ...times }
}
const place = ({ town: { region_id } }: World) => ({
  region_id,
  name: fresh('Clinic '),
  address: '1 High Street',
  point: [153.02, -27.47] satisfies [number, number],
})
const knownPlace = async (w: World) => (await sam(w).call(api.places.create, { body: place(w) })).data.id
const knownAid = async (w: World) => (await sam(w).call(api.mobilityAids.create, { body: aid(w) })).data.id

/** Every change of what may be booked in a zone, and what travels along. */
export const rulesChanges: readonly Change[] = [
  change(api.bookingRules.create, inZone(rules)),
  change(
    api.bookingRules.update,
    edited(known, () => ({ max_passengers: 4 })),
  ),
  change(api.bookingRules.destroy, byId(known)),
  change(api.specialDays.create, inZone(special)),
  change(
    api.specialDays.update,
    edited(knownDay, () => ({ name: fresh('Harbour Day ') })),
  ),
  change(api.specialDays.destroy, byId(knownDay)),
  change(api.mobilityAids.create, async (w) => ({ body: aid(w) })),
  change(
    api.mobilityAids.update,
    edited(knownAid, () => ({ load_s: 40 })),
  ),
  change(api.mobilityAids.destroy, byId(knownAid)),
  change(api.places.create, async (w) => ({ body: place(w) })),
  change(api.places.import, async ({ town: { region_id } }) => ({
    body: {
      region_id,
      rows: [{ Name: fresh('School '), Address: '2 High Street', Latitude: '-27.4', Longitude: '153' }],
    },
  })),
  change(
    api.places.update,
    edited(knownPlace, () => ({ note: 'Ring twice' })),
  ),
  change(api.places.destroy, byId(knownPlace)),
]
