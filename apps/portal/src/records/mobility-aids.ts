import { type AidKind, api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { ALL_ROWS } from './define-records.ts'

const KEY = 'mobility-aids'

/** The kinds of mobility aids of a region; null: of all that the user may see. */
export const mobilityAidsQuery = (regionId: number | null) =>
  queryOptions({
    queryKey: [KEY, regionId],
    queryFn: ({ signal }) => {
      const filter = regionId === null ? {} : { filter: { region: [regionId] } }
      const query = { ...ALL_ROWS, ...filter, sort: 'id' }
      return client.call(api.mobilityAids.list, { query, signal }).then((answer) => answer.data)
    },
  })

export const mobilityAidsChanged = (): void => void queryClient.invalidateQueries({ queryKey: [KEY] })

export const aidKindWords: Record<AidKind, string> = {
  none: 'No aid',
  walker: 'Walker',
  pram: 'Pram',
  service_animal: 'Service animal',
  wheelchair: 'Wheelchair',
  large_wheelchair: 'Large wheelchair',
  scooter: 'Scooter',
  blind: 'Blind',
  deaf: 'Deaf',
  help_to_door: 'Help to the door',
  child_seat: 'Child seat',
}
