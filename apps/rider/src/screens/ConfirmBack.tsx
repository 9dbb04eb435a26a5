import type { RideOffering, RideSearch } from '@ambit/contract'
import { civilIn } from '../ride/zone-time.ts'
import { StopLine } from '../ui/StopLine.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import styles from './screens.module.css'

type Props = {
  there: RideOffering
  /** null: it is called for, or there is none */
  back: RideOffering | null
  answer: RideSearch
}

/** The way back that is booked with the way there, or how it is called for; nothing where there is none. */
export const ConfirmBack = ({ there, back, answer }: Props) => {
  const { say, flow, timesOf, now } = useRide()
  const { draft } = useFlow()
  const words = useReturnWords()
  const times = timesOf(answer.time_zone)
  if (draft.back.choice === 'none' || draft.replaces !== null) return null
  const zone = answer.time_zone ?? flow.zone()
  if (back === null) {
    const until = answer.call_until == null ? null : times.clockAndDay(answer.call_until, now())
    return (
      <section className={styles['form']} aria-label={words('back')}>
        <h2>{words('back')}</h2>
        <p>{until === null ? words('open_summary_today') : words('open_summary', { until })}</p>
      </section>
    )
  }
  const day = times.day(civilIn(zone, Date.parse(back.pickup.lower_bound)).date)
  const money = (amount: number): string => (amount === 0 ? say('free') : times.money(amount, answer.currency))
  return (
    <section className={styles['form']} aria-label={words('back')}>
      <h2>{words('back_on', { day })}</h2>
      <StopLine label={say('pick_up')} stop={back.pickup} times={times} />
      <StopLine label={say('drop_off')} stop={back.dropoff} times={times} />
      <p className={styles['muted']}>
        {words('both_prices', { there: money(there.total_price), back: money(back.total_price) })}
      </p>
      <p className={styles['muted']}>
        {back.late_from === null
          ? say('free_until_on_board')
          : say('until_on_board', { time: times.clockAndDay(back.late_from, now()) })}
      </p>
      <p className={styles['muted']}>{words('notes_both')}</p>
    </section>
  )
}
