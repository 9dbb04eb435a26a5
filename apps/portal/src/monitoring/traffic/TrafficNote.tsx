import { useQuery } from '@tanstack/react-query'
import { regionOptions } from '../../records/regions.ts'
import { useFormat } from '../../settings/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { TrafficLevel } from './levels.ts'
import classes from './TrafficNote.module.css'
import { trafficStrings as words } from './strings.ts'
import type { Traffic } from './use-traffic.ts'

const tones = { free: 'success', slow: 'warning', heavy: 'danger' } as const satisfies Record<TrafficLevel, string>

/** What the colours of the streets say, in words. */
export const TrafficNote = ({ traffic, closed }: { traffic: Traffic; closed: number }) => {
  const format = useFormat()
  const regions = useQuery(regionOptions)
  if (!traffic.on) return null
  const several = traffic.regions.length > 1
  const nameOf = (id: number): string => regions.data?.find((region) => region.id === id)?.name ?? ''
  return (
    <div className={classes['note']} role="status" aria-label={words.label}>
      {traffic.loading && <p>{words.loading}</p>}
      {traffic.failed && <p>{words.failed}</p>}
      {traffic.regions.map(({ regionId, factor, level }) => {
        const text = words.now(words.levels[level], format.number(factor, 2))
        return (
          <StatusTag key={regionId} tone={tones[level]}>
            {several ? words.of(nameOf(regionId), text) : text}
          </StatusTag>
        )
      })}
      {closed > 0 && <StatusTag tone="danger">{words.closed(closed)}</StatusTag>}
    </div>
  )
}
