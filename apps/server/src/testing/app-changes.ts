import { api } from '@ambit/contract'
import { type Change, change, created, edited, fresh, sam, type World } from './changes.ts'

const app = () => ({ name: fresh('App '), slug: fresh('app-') })
const known = async (w: World) => (await sam(w).call(api.consumerApps.create, { body: app() })).data.id

/** Every change of the apps that passengers book with. */
export const appChanges: readonly Change[] = [
  change(api.consumerApps.create, created(app)),
  change(
    api.consumerApps.update,
    edited(known, () => ({ sign_up: 'approval' as const })),
  ),
]
