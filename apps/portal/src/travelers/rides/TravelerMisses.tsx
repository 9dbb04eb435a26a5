import { api, type Miss } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { useFormat } from '../../settings/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import shared from '../travelers.module.css'
import { BookingLink } from './BookingLink.tsx'
import { missStrings as words } from './strings.ts'

/** Late cancellations and no-shows of the last 12 months, with what shows them; nothing where there are none. */
export const TravelerMisses = ({ travelerId }: { travelerId: number }) => {
  const misses = useQuery({
    queryKey: ['traveler-misses', travelerId],
    queryFn: ({ signal }) =>
      client.call(api.travelerMisses.list, { params: { id: travelerId }, signal }).then((answer) => answer.data),
  })
  if (misses.data === undefined || misses.data.length === 0) return null
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      <ul className={shared['entries']}>
        {misses.data.map((miss) => (
          <Entry key={miss.id} miss={miss} />
        ))}
      </ul>
    </section>
  )
}

const Entry = ({ miss }: { miss: Miss }) => {
  const { service_request_id, kind, happened_at, time_zone, not_counted, contested_at } = miss
  const { dateTime } = useFormat(time_zone)
  return (
    <li className={shared['entry']}>
      <div className={shared['entryHead']}>
        <strong>{words.kinds[kind]}</strong>
        <StatusTag tone={not_counted === null ? 'warning' : 'neutral'}>
          {not_counted === null ? words.counts : words.countsNot}
        </StatusTag>
        <span>{dateTime(happened_at)}</span>
        <BookingLink id={service_request_id}>{words.booking(service_request_id)}</BookingLink>
        {contested_at !== null && <StatusTag tone="info">{words.contested}</StatusTag>}
      </div>
      <p className={shared['hint']}>
        {evidenceOf(miss)} {not_counted !== null && words.excuses[not_counted]}
      </p>
    </li>
  )
}

const evidenceOf = ({ evidence: { minutes_before, waited_minutes, metres } }: Miss): string => {
  if (minutes_before !== undefined) return words.before(minutes_before)
  return metres === undefined ? words.noPosition : words.waited(waited_minutes ?? 0, metres)
}
