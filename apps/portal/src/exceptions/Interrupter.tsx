import type { ServiceException } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../auth/use-me.ts'
import { sentenceOf } from '../records/exceptions/sentence.ts'
import { useTakeBack } from '../records/exceptions/use-take-back.ts'
import { useFormat } from '../settings/format.ts'
import { watchesQuery } from './queries.ts'
import { inboxStrings as words } from './strings.ts'
import { useExceptionNotice } from './use-exception-notice.ts'
import { useSound } from './use-sound.ts'

/** Those that are less urgent are gathered and announced no more often. ms */
const GATHERED_MS = 20_000

type Props = {
  /** of the chosen region and zones */
  rows: readonly ServiceException[]
  all: readonly ServiceException[]
}

/**
 * Announces, shows and sounds what the server says interrupts: what is urgent at once with its sentence, what is soon
 * gathered, and what is to watch never. What stood when the portal was opened is not new. What is escalated interrupts
 * everybody on duty in its region, whatever zones are chosen.
 */
export const Interrupter = ({ rows, all }: Props) => {
  useTakeBack()
  const open = useHeard(rows, all)
  const format = useFormat(open[0]?.time_zone ?? undefined)
  const show = useExceptionNotice()
  const known = useRef<ReadonlyMap<number, string | null> | null>(null)
  const gathered = useRef(0)
  const [urgent, sayUrgent] = useState('')
  const [soon, saySoon] = useState('')
  const sound = useSound({
    unowned: open.some(({ severity, interrupted_at }) => severity === 'urgent' && interrupted_at !== null),
    flood: rows.some(({ kind }) => kind === 'mass_event'),
  })
  const asked = all.map(({ id, interrupted_at }) => `${id} ${interrupted_at}`).join()
  useEffect(() => {
    const before = known.current
    // Of all, so that nothing is new because another region is chosen, or because duty begins.
    known.current = new Map(all.map(({ id, interrupted_at }) => [id, interrupted_at]))
    if (before === null) return
    const fresh = open.filter(({ id, interrupted_at }) => interrupted_at !== null && before.get(id) !== interrupted_at)
    const alarming = fresh.filter(({ severity }) => severity === 'urgent')
    if (alarming.length > 0) {
      sayUrgent(alarming.map((one) => sentenceOf(one, format)).join('. '))
      show(alarming.map((one) => ({ id: one.id, sentence: sentenceOf(one, format) })))
      sound('urgent')
    } else if (fresh.length > 0) sound('soon')
    gathered.current += fresh.length - alarming.length
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- ids and moments say it all
  }, [asked])
  useEffect(() => {
    const timer = setInterval(() => {
      if (gathered.current > 0) saySoon(words.soon(gathered.current))
      gathered.current = 0
    }, GATHERED_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <p className="visually-hidden" aria-live="assertive">
        {urgent}
      </p>
      <p className="visually-hidden" role="status">
        {soon}
      </p>
    </>
  )
}

/** Nobody's, in the chosen zones, or escalated in a region where the user is on duty. */
const useHeard = (rows: readonly ServiceException[], all: readonly ServiceException[]): ServiceException[] => {
  const me = useMe()
  const { data } = useQuery(watchesQuery)
  const zones = data?.data.find(({ user_id }) => user_id === me)?.zones.map(({ id }) => id) ?? []
  const regions = data?.meta.zones.filter(({ id }) => zones.includes(id)).map(({ region_id }) => region_id) ?? []
  const seen = new Set(rows.map(({ id }) => id))
  const wide = all.filter(
    ({ id, escalated_at, region_id }) =>
      escalated_at !== null && region_id !== null && regions.includes(region_id) && !seen.has(id),
  )
  return [...rows, ...wide].filter(({ state }) => state === 'open')
}
