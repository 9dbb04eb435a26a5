import type { ServiceException } from '@ambit/contract'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import classes from './exceptions.module.css'
import { isMutedBy, isStale, mutesQuery } from './queries.ts'
import { exceptionStrings as words } from './strings.ts'
import { useFreshFix } from './use-fresh-fix.ts'

const tones: Readonly<Record<ServiceException['severity'], Tone>> = { urgent: 'danger', soon: 'warning', watch: 'info' }

/** Severity by word, shape and colour, the kind, and where. */
export const ExceptionHead = ({ exception }: { exception: ServiceException }) => {
  const { severity, kind, zone_name, opened_count, unsteady, escalated_at } = exception
  const { data: mutes = [] } = useQuery(mutesQuery)
  const now = useNow(30_000)
  return (
    <Group gap="xs">
      <StatusTag tone={tones[severity]}>{words.severities[severity]}</StatusTag>
      <strong>{words.kinds[kind]}</strong>
      <span className={classes['quiet']}>{zone_name ?? words.everywhere}</span>
      {opened_count > 1 && <span className={classes['quiet']}>{words.times(opened_count)}</span>}
      {unsteady && <StatusTag tone="neutral">{words.unsteady}</StatusTag>}
      {escalated_at !== null && <StatusTag tone="danger">{words.escalated}</StatusTag>}
      {mutes.some((mute) => isMutedBy(exception, mute, now)) && <StatusTag tone="neutral">{words.muted}</StatusTag>}
      {isStale(exception, now) && <StatusTag tone="warning">{words.stale}</StatusTag>}
    </Group>
  )
}

/** How long it has stood, how much time is left, what follows from it, and whose it is. */
export const ExceptionTimes = ({ exception, below }: { exception: ServiceException; below: number }) => {
  const { time_zone, opened_at, harm_at, state, owner, offered_to, snoozed_until } = exception
  const format = useFormat(time_zone ?? undefined)
  const now = useNow(10_000).getTime()
  const minutes = Math.floor((now - Date.parse(opened_at)) / 60_000)
  const parts = [
    `${words.opened(format.time(opened_at))}, ${words.since(minutes)}`,
    ...(harm_at === null ? [] : [words.left(Math.floor((Date.parse(harm_at) - now) / 60_000))]),
    ...(below === 0 ? [] : [words.follows(below)]),
  ]
  return (
    <p className={classes['since']}>
      {parts.join(' · ')}
      {state === 'acknowledged' && owner !== null && <b> · {words.owner(owner)}</b>}
      {offered_to !== null && <b> · {words.offered(offered_to)}</b>}
      {state === 'snoozed' && snoozed_until !== null && <b> · {words.snoozed(format.time(snoozed_until))}</b>}
    </p>
  )
}

/** What the best fix would bring, or why none helps. */
export const ExceptionFixText = ({ exception }: { exception: ServiceException }) => {
  const fix = useFreshFix(exception)
  if (fix === null || exception.state === 'resolved') return null
  const { best, why, nearest } = fix
  if (best !== null) return <p className={classes['fix']}>{words.fixed(best.less_late, best.moved)}</p>
  return (
    <p className={classes['fix']}>
      {words.noFix(why ?? '')}
      {nearest !== null && ` ${words.nearest(nearest)}`}
    </p>
  )
}
