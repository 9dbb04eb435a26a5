import { api, type ContinuityPack, type continuityFiles } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { saveFile } from '../api/download.ts'
import { queryClient } from '../api/query-client.ts'

const KEY = 'continuity'
const QUIET_MS = 15_000
const WAITING_MS = 2000

/** Asked for more often while a pack is being written. */
export const packsQuery = queryOptions({
  queryKey: [KEY, 'packs'],
  queryFn: ({ signal }) => client.call(api.continuityPacks.list, { signal }),
  refetchInterval: (query) =>
    query.state.data?.meta.state.regions.some(({ wanted }) => wanted) === true ? WAITING_MS : QUIET_MS,
})

export const toCatchUpQuery = queryOptions({
  queryKey: [KEY, 'catch-up'],
  queryFn: ({ signal }) => client.call(api.continuityPacks.toCatchUp, { signal }),
  refetchInterval: QUIET_MS,
})

export const continuityChanged = (): void => void queryClient.invalidateQueries({ queryKey: [KEY] })

export const savePackFile = async (
  { region_id, name }: Pick<ContinuityPack, 'region_id' | 'name'>,
  file: (typeof continuityFiles)[number],
): Promise<void> => {
  const answer = await client.fetch(api.continuityPacks.file, { params: { id: region_id, name }, query: { file } })
  saveFile(await answer.blob(), `${name}-${file}`)
}
