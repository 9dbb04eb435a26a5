import { api } from '@ambit/contract'
import { serveWaiting } from '../waitlist-entries/serve.ts'
import { byId, type Change, change, edited, fresh, type World } from './changes.ts'
import { runJob } from './run-job.ts'
import type { TestServer } from './server.ts'
import type { SmallTown } from './small-town.ts'

/** Looks at the lists at once. */
export const serveNow = ({ deps }: TestServer): Promise<void> => runJob(deps, serveWaiting())

const at = (time: string): string => `2026-11-23T${time}:00+10:00`
const frame = { earliest_at: at('12:00'), latest_at: at('16:00'), payment_method: 'cash' as const }

/** A search of more people than any vehicle takes. */
const refusedSearch = async (town: SmallTown, who: number) =>
  (await town.search({ who, from: 'Market', to: 'School', at: '14:00', people: 30 })).id

/** A passenger's refused search, on the list of its zone. */
export const putOnList = async (server: TestServer, town: SmallTown, who: number): Promise<number> => {
  const body = { service_availability_search_id: await refusedSearch(town, who), ...frame }
  return (await server.client('superadmin').call(api.waitlistEntries.create, { body })).data.id
}

const entry = async ({ server, town }: World) => putOnList(server, town, await town.passenger(fresh('Rider ')))

/** Every change of the waiting list. */
export const waitlistChanges: readonly Change[] = [
  change(api.waitlistEntries.create, async ({ town }) => ({
    body: {
      service_availability_search_id: await refusedSearch(town, await town.passenger(fresh('Rider '))),
      ...frame,
    },
  })),
  change(
    api.waitlistEntries.update,
    edited(entry, () => ({ mode: 'ask' as const })),
  ),
  change(api.waitlistEntries.withdraw, byId(entry)),
]
