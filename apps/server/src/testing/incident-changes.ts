import { api } from '@ambit/contract'
import { byId, type Change, change, created, edited, fresh, sam, type World } from './changes.ts'

const incident = () => ({ title: fresh('Slow '), parts: ['booking' as const], text: 'We are looking into it' })
const status = async (w: World) => (await sam(w).call(api.statusIncidents.create, { body: incident() })).data.id

/** Every change of what staff write on the status page. */
export const incidentChanges: readonly Change[] = [
  change(api.statusIncidents.create, created(incident)),
  change(
    api.statusIncidents.update,
    edited(status, () => ({ title: fresh('Slow ') })),
  ),
  change(api.statusIncidents.destroy, byId(status)),
]
