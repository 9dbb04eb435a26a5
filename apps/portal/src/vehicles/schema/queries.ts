import { api, type Schema, SCHEMAS_PER_PAGE, type SchemaStage } from '@ambit/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { useCan } from '../../auth/permissions.ts'

const ROOT = 'vehicle-schema'

/** The current custom fields; null before there are any. */
export const schemaQuery = queryOptions({
  queryKey: [ROOT, 'current'],
  queryFn: ({ signal }): Promise<Schema | null> =>
    client
      .call(api.schemas.list, { query: { per_page: 1, sort: '-version', filter: { entity: 'vehicle' } }, signal })
      .then((answer) => answer.data[0] ?? null),
})

/** Every version, the newest first. */
export const schemaVersionsQuery = queryOptions({
  queryKey: [ROOT, 'versions'],
  queryFn: async ({ signal }): Promise<Schema[]> => {
    const versions: Schema[] = []
    for (let page = 1; ; page += 1) {
      const query = { page, sort: '-version', filter: { entity: 'vehicle' } } as const
      const { data } = await client.call(api.schemas.list, { query, signal })
      versions.push(...data)
      if (data.length < SCHEMAS_PER_PAGE) return versions
    }
  },
})

export const schemaChanged = (): void => void queryClient.invalidateQueries({ queryKey: [ROOT] })

const none: readonly SchemaStage[] = []

/** The stages that the user may see. Without the key there are none, and no request is sent. */
export const useVehicleStages = () => {
  const allowed = useCan()('VehicleManagement:schema:canRead')
  const schema = useQuery({ ...schemaQuery, enabled: allowed })
  return {
    stages: schema.data?.stages ?? none,
    pending: allowed && schema.isPending,
    error: schema.data === undefined ? schema.error : null,
    retry: () => void schema.refetch(),
  }
}
