import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import { organisationRecords } from '../records/organisations.ts'

/** Whom the organisation may book for now. */
export const peopleQuery = (organisation: number) =>
  queryOptions({
    queryKey: organisationRecords.key('people', organisation),
    queryFn: ({ signal }) =>
      client
        .call(api.organisationTravelers.list, {
          query: { ...ALL_ROWS, filter: { organisation: [organisation], state: ['in_force'] }, sort: 'traveler_name' },
          signal,
        })
        .then(({ data }) => data.map(({ traveler_id: id, traveler_name: name }) => ({ id, name }))),
  })

export type Person = { id: number; name: string }
