import { randomUUID } from 'node:crypto'
import { api, type CheckItem } from '@ambit/contract'
import { byId, type Change, change, created, edited, fresh, sam, type World } from './changes.ts'

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

/** Of a van whose brakes failed. */
const failedCheck = async (w: World): Promise<number> => {
  const checklist_id = await known(w)
  const { client, trip_id: id } = await w.town.vehicle(fresh('Van '))
  const answers = [{ item: 'brakes', value: 'fail', note: 'They squeal' }]
  const happened_at = w.server.deps.clock.now().toISOString()
  const action = { id: randomUUID(), sequence: 1, kind: 'check' as const, checklist_id, answers, happened_at }
  await client.call(api.driver.actions, { params: { id }, body: { sent_at: happened_at, actions: [action] } })
  const { data } = await sam(w).call(api.vehicleChecks.list, { query: { filter: { trip: [id] } } })
  return data[0]?.id ?? 0
}

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
    edited(failedCheck, () => ({ reason: 'Looked at by the workshop' })),
  ),
]
