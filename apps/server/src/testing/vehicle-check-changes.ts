import { randomUUID } from 'node:crypto'
import { api, type CheckItem, type VehicleCheck } from '@ambit/contract'
import { byId, type Change, change, created, edited, fresh, sam, type World } from './changes.ts'
import { placedJpeg } from './photos.ts'

const brakes: CheckItem = {
  id: 'brakes',
  label: { en: 'Brakes', de: '', es: '' },
  kind: 'pass_fail',
  required: true,
  critical: true,
  choices: [],
}
const checklist = () => ({ name: fresh('List '), moment: 'before' as const, items: [brakes] })
const known = async (w: World) => (await sam(w).call(api.vehicleChecklists.create, { body: checklist() })).data.id

/** Of a van whose brakes failed, with a photo of them. */
const failedCheck = async (w: World): Promise<VehicleCheck> => {
  const checklist_id = await known(w)
  const { client, trip_id: id } = await w.town.vehicle(fresh('Van '))
  const happened_at = w.server.deps.clock.now().toISOString()
  const photo = randomUUID()
  const taken = { id: photo, trip_id: id, sent_at: happened_at, taken_at: happened_at }
  await client.call(api.driver.photo, { body: { ...taken, content: placedJpeg().toString('base64') } })
  const answers = [{ item: 'brakes', value: 'fail', note: 'They squeal', photos: [photo] }]
  const action = { id: randomUUID(), sequence: 1, kind: 'check' as const, checklist_id, answers, happened_at }
  await client.call(api.driver.actions, { params: { id }, body: { sent_at: happened_at, actions: [action] } })
  const { data } = await sam(w).call(api.vehicleChecks.list, { query: { filter: { trip: [id] } } })
  const [check] = data
  if (check === undefined) throw new Error('The check was not stored')
  return check
}

const reason = 'A face is on it'

/** Every change of what drivers check, and of what came of it. */
export const vehicleCheckChanges: readonly Change[] = [
  change(api.vehicleChecklists.create, created(checklist)),
  change(
    api.vehicleChecklists.update,
    edited(known, () => ({ name: fresh('List ') })),
  ),
  change(api.vehicleChecklists.destroy, byId(known)),
  change(
    api.vehicleChecks.release,
    edited(
      async (w) => (await failedCheck(w)).id,
      () => ({ reason: 'Looked at by the workshop' }),
    ),
  ),
  change(api.vehicleChecks.removePhoto, async (w) => {
    const { id, photos } = await failedCheck(w)
    return { params: { id, photo: photos[0]?.id ?? '' }, body: { reason } }
  }),
  change(api.vehicleNotes.removePhoto, async (w) => {
    const { vehicle_id } = await failedCheck(w)
    const { data } = await sam(w).call(api.vehicleNotes.list, { query: { filter: { vehicle: [vehicle_id] } } })
    return { params: { id: data[0]?.id ?? 0, photo: data[0]?.photos[0]?.id ?? '' }, body: { reason } }
  }),
]
