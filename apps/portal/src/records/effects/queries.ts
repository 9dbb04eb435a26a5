import { api, type DispatchAction, type EffectPreview } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const PREVIEWS = 'effect_previews'

/** The options of an action, or the first of them alone, which is quicker. Asked again where the plan has moved. */
export const effectQuery = (action: DispatchAction, only: 'first' | 'all') =>
  queryOptions({
    queryKey: [PREVIEWS, action, only],
    queryFn: ({ signal }) =>
      client
        .call(api.effectPreviews.create, { query: only === 'first' ? { only } : {}, body: action, signal })
        .then((answer) => answer.data),
    // The dialog takes over what was asked for just before it opened.
    gcTime: 5000,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The plan of a zone has moved: previews of it are stale. Their dialog asks again when it is time to. */
export const previewsMoved = (zoneId: number): void =>
  void queryClient.invalidateQueries({
    queryKey: [PREVIEWS],
    refetchType: 'none',
    predicate: ({ state: { data } }) =>
      (data as EffectPreview | undefined)?.zones.some((one) => one.zone_id === zoneId) === true, // theirs alone
  })
