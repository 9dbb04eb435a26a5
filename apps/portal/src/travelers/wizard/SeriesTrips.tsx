import type { ServiceAvailabilitySearch, ServiceOffering } from '@ambit/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { Format } from '../../settings/create-format.ts'
import { askedFor } from './asked-for.ts'
import { Offering } from './Offering.tsx'
import { wizardStrings as words } from './strings.ts'
import classes from './SelectSeries.module.css'

type Props = {
  /** which way it is; null: there is one */
  title: string | null
  /** on the first date */
  search: ServiceAvailabilitySearch
  chosen: ServiceOffering | undefined
  /** what becomes of the first date where there is no trip */
  none: string
  format: Format
  /** the keyboard goes from the button that searched, which is gone, to what was found */
  takesFocus?: boolean
  onChoose: (offeringId: number) => void
}

/** The trips of one way of the first date; or why there is none. */
export const SeriesTrips = ({ title, search, chosen, none, format, takesFocus = false, onChoose }: Props) => {
  const group = useId()
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    part.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
    // The step before was a longer one: this one is shown from its beginning.
    const dialog = part.current?.closest('[role="dialog"]')
    if (dialog != null) dialog.scrollTop = 0
  }, [takesFocus])
  return (
    <section ref={part} aria-label={title ?? words.offers} className={classes['trips']}>
      {title !== null && <h4>{title}</h4>}
      <p className={classes['asked']}>{askedFor(search, format)}</p>
      {chosen === undefined && (
        <p className={classes['none']}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>{search.message === null ? none : `${search.message} ${none}`}</span>
        </p>
      )}
      {search.service_offerings.length > 0 && (
        <div
          role="radiogroup"
          aria-label={title === null ? words.offers : words.offersOf(title)}
          className={classes['offers']}
        >
          {search.service_offerings.map((offering) => (
            <Offering
              key={offering.id}
              offering={offering}
              group={group}
              departing={search.departing}
              askedAt={search.traveling_at}
              chosen={offering.id === chosen?.id}
              aids={search.aids}
              difference={null}
              format={format}
              onChoose={() => onChoose(offering.id)}
            />
          ))}
        </div>
      )}
    </section>
  )
}
