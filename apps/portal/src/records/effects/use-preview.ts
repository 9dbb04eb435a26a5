import type { DispatchAction, EffectOption, EffectPreview } from '@ambit/contract'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { effectQuery } from './queries.ts'

/** While the plan moves, an open preview is worked out again this often at most, and what changed is marked as long. ms */
const AGAIN_MS = 5000

type Shown = Pick<UseQueryResult<EffectPreview>, 'isStale' | 'isFetching' | 'isError' | 'dataUpdatedAt' | 'refetch'>

/** Works a preview that is shown out again once the plan has moved. */
const useAgain = ({ isStale, isFetching, isError, dataUpdatedAt, refetch }: Shown): void => {
  const again = useEffectEvent(() => void refetch({ cancelRefetch: false }))
  useEffect(() => {
    if (!isStale || isFetching || isError || dataUpdatedAt === 0) return
    const timer = setTimeout(again, Math.max(0, dataUpdatedAt + AGAIN_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [isStale, isFetching, isError, dataUpdatedAt])
}

/** What was asked for alone, as it comes out by now. */
export const useFirstOption = (action: DispatchAction) => {
  const shown = useQuery(effectQuery(action, 'first'))
  useAgain(shown)
  return shown
}

/** The options of an action: the first as soon as it is known, then all, and all again when the plan has moved. */
export const usePreview = (action: DispatchAction) => {
  const queries = useQueryClient()
  const quick = effectQuery(action, 'first')
  const first = useQuery({ ...quick, placeholderData: keepPreviousData })
  const whole = first.data?.complete === true || first.isPlaceholderData
  const all = useQuery({ ...effectQuery(action, 'all'), enabled: first.isSuccess && !whole })
  const shown = all.data === undefined ? first : all
  useAgain(shown)
  return {
    preview: shown.data,
    /** another action was chosen, and is being worked out */
    pending: first.isPlaceholderData,
    /** other ways are being worked out */
    looking: !whole && all.data === undefined && !all.isError,
    error: shown.isError ? shown.error : null,
    retry: () => void shown.refetch(),
    /** It is another one by the time it was accepted. */
    replace: (fresh: EffectPreview) =>
      queries.setQueryData((all.data === undefined ? quick : effectQuery(action, 'all')).queryKey, fresh),
  }
}

const told = ({ effect }: EffectOption): ReadonlyMap<number, string> =>
  new Map(
    effect.bookings.map(({ service_request_id: id, outcome, after, late_s }) => [
      id,
      JSON.stringify([outcome, after, late_s]),
    ]),
  )

/** By the key of an option: bookings that come out otherwise than they did when it was worked out before. */
type Changed = ReadonlyMap<string, ReadonlySet<number>>
const NONE: Changed = new Map()

const changedSince = (before: EffectPreview, now: EffectPreview): Changed =>
  new Map(
    now.options.flatMap((option) => {
      const former = before.options.find(({ key }) => key === option.key)
      if (former === undefined) return []
      const [then, after] = [told(former), told(option)]
      const ids = [...new Set([...then.keys(), ...after.keys()])].filter((id) => then.get(id) !== after.get(id))
      return ids.length === 0 ? [] : [[option.key, new Set(ids)] as const]
    }),
  )

/** What came out otherwise when a preview of the same action was worked out again, for as long as it is marked. */
export const useChanged = (preview: EffectPreview): Changed => {
  const [seen, setSeen] = useState(preview)
  const [changed, setChanged] = useState(NONE)
  if (seen !== preview) {
    setSeen(preview)
    setChanged(JSON.stringify(seen.action) === JSON.stringify(preview.action) ? changedSince(seen, preview) : NONE)
  }
  useEffect(() => {
    if (changed.size === 0) return
    const timer = setTimeout(() => setChanged(NONE), AGAIN_MS)
    return () => clearTimeout(timer)
  }, [changed])
  return changed
}
