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

/** Every change of what may be booked in a zone. */
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
]
