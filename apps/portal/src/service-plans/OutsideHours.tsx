import { momentAt, openWithin } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { rulesQuery, serviceDaysOf } from '../records/booking-rules.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './PlanFields.module.css'
import { planStrings } from './strings.ts'

type Props = { zone: number; timeZone: string; date: string; start: string; end: string }

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** A warning where a part of the schedule lies outside of the service hours of its zone. */
export const OutsideHours = ({ zone, timeZone, date, start, end }: Props) => {
  const may = useCan()('ZoneManagement:bookingRules:canRead')
  const { data } = useQuery({ ...rulesQuery(zone), enabled: may })
  if (data === undefined || start === '' || end === '') return null
  const [from, until] = [start, end].map((clock) => momentAt(timeZone, date, minutesOf(clock)).getTime())
  if (from === undefined || until === undefined || until <= from) return null
  const open = openWithin(serviceDaysOf(data, timeZone), from, until)
  if (open === until - from) return null
  return (
    <div className={classes['wide']}>
      <ToneAlert tone="warning">{open === 0 ? planStrings.notInHours : planStrings.partlyInHours}</ToneAlert>
    </div>
  )
}
