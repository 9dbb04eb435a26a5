import { api } from '@ambit/contract'
import { byId, type Change, change, edited, fresh, type World } from './changes.ts'
import type { TestServer } from './server.ts'
import type { SmallTown } from './small-town.ts'

const not_before = '2026-11-23T16:00:00+10:00'

/** The way there of a passenger, booked. */
const wayThere = async (town: SmallTown, who: number) =>
  (await town.book({ who, from: 'Market', to: 'Station', at: '13:00' })).id

/** A way back of a booking that its passenger will call for. */
export const keepOpenReturn = async (server: TestServer, service_request_id: number): Promise<number> => {
  const body = { service_request_id, not_before }
  return (await server.client('superadmin').call(api.openReturns.create, { body })).data.id
}

const openReturn = async ({ server, town }: World) =>
  keepOpenReturn(server, await wayThere(town, await town.passenger(fresh('Rider '))))

/** Every change of open returns. */
export const openReturnChanges: readonly Change[] = [
  change(api.openReturns.create, async ({ town }) => ({
    body: { service_request_id: await wayThere(town, await town.passenger(fresh('Rider '))), not_before },
  })),
  change(api.openReturns.activate, byId(openReturn)),
  change(api.openReturns.notNeeded, byId(openReturn)),
  change(
    api.openReturns.close,
    edited(openReturn, () => ({ reason: 'Fetched by a neighbour' })),
  ),
]
