import type { ServiceAvailabilitySearch, ServiceOffering } from '@ambit/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Format } from '../../settings/create-format.ts'
import { askedFor } from './asked-for.ts'
import { seriesWizardStrings as words } from './series-strings.ts'
import { wizardStrings } from './strings.ts'
import classes from './SelectSeries.module.css'

type Props = {
  /** which way it is; null: there is one */
  title: string | null
  /** on the first date */
  search: ServiceAvailabilitySearch
  /** what becomes of the first date where there is no trip */
  none: string
  format: Format
  /** the keyboard goes from the button that searched, which is gone, to what was found */
  takesFocus?: boolean
}

/** The trips that are possible for one way of the first date; or why there is none. */
export const SeriesTrips = ({ title, search, none, format, takesFocus = false }: Props) => {
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    part.current?.focus({ preventScroll: true })
    // The step before was a longer one: this one is shown from its beginning.
    const dialog = part.current?.closest('[role="dialog"]')
    if (dialog != null) dialog.scrollTop = 0
  }, [takesFocus])
  const { service_offerings: offers } = search
  return (
    <section ref={part} tabIndex={-1} aria-label={title ?? wizardStrings.offers} className={classes['trips']}>
      {title !== null && <h4>{title}</h4>}
      <p className={classes['asked']}>{askedFor(search, format)}</p>
      {offers.length === 0 ? (
        <p className={classes['none']}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>{search.message === null ? none : `${search.message} ${none}`}</span>
        </p>
      ) : (
        <ul className={classes['offers']}>
          {offers.map((offering) => (
            <li key={offering.id}>
              <Trip offering={offering} format={format} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Trip = ({ offering: { pickup, dropoff, meta }, format }: { offering: ServiceOffering; format: Format }) => {
  const stop = ({ name, lower_bound, upper_bound }: ServiceOffering['pickup']): string =>
    `${format.time(lower_bound)} – ${format.time(upper_bound)}, ${name}`
  const facts = [
    [wizardStrings.readBack.pickup, stop(pickup)],
    [wizardStrings.readBack.dropoff, stop(dropoff)],
    [words.perRide, format.money(meta.total_price)],
  ]
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
