import type { Place } from '@ambit/contract'
import { IconArrowNarrowRight, IconHistory } from '@tabler/icons-react'
import { useFormat } from '../../settings/format.ts'
import { wizardStrings as words } from './strings.ts'
import shared from './wizard.module.css'
import classes from './RecentBookings.module.css'

type Frequent = { origin: Place; destination: Place; count: number; last_on: string }

type Props = {
  frequent: readonly Frequent[]
  selected: number | null
  onChoose: (index: number, journey: Frequent) => void
}

const MOST_SHOWN = 4

/** Journeys that the passenger makes often: one click fills both addresses. A journey made once shows its date. */
export const RecentBookings = ({ frequent, selected, onChoose }: Props) => {
  const format = useFormat('UTC') // `last_on` is a date without a time: read and shown in the same zone
  if (frequent.length === 0) return null
  return (
    <section aria-label={words.recent}>
      <h3 className={classes['subheading']}>{words.recent}</h3>
      <ul className={classes['recent']}>
        {frequent.slice(0, MOST_SHOWN).map((journey, index) => (
          <li key={`${journey.origin.name} ${journey.destination.name}`}>
            <button type="button" aria-pressed={selected === index} onClick={() => onChoose(index, journey)}>
              <IconHistory size={16} stroke={1.6} aria-hidden />
              <span className={classes['journey']}>
                <span>{journey.origin.name}</span>
                <IconArrowNarrowRight size={14} aria-hidden />
                <span>{journey.destination.name}</span>
              </span>
              <span className={shared['muted']}>
                {journey.count === 1 ? format.date(journey.last_on) : words.recentCount(journey.count)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
