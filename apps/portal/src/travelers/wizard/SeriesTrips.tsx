import type { ServiceAvailabilitySearch } from '@ambit/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Format } from '../../settings/create-format.ts'
import { askedFor } from './asked-for.ts'
import { Offering } from './Offering.tsx'
import { wizardStrings } from './strings.ts'
import classes from './SelectSeries.module.css'

type Props = {
  /** which way it is; null: there is one */
  title: string | null
  /** on the first date */
  search: ServiceAvailabilitySearch
  /** what becomes of the first date where there is no trip */
  none: string
  chosenId: number | null
  format: Format
  /** the keyboard goes from the button that searched, which is gone, to what was found */
  takesFocus?: boolean
  onChoose: (offeringId: number) => void
}

/** The trips to choose from for one way of the first date; or why there is none. */
export const SeriesTrips = ({ title, search, none, chosenId, format, takesFocus = false, onChoose }: Props) => {
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    const chosen = part.current?.querySelector<HTMLInputElement>('input:checked')
    ;(chosen ?? part.current)?.focus({ preventScroll: true })
    // The step before was a longer one: this one is shown from its beginning.
    const dialog = part.current?.closest('[role="dialog"]')
    if (dialog != null) dialog.scrollTop = 0
  }, [takesFocus])
  const { service_offerings: offers } = search
  const name = title === null ? wizardStrings.offers : wizardStrings.offersOf(title)
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
        <div role="radiogroup" aria-label={name} className={classes['offers']}>
          {offers.map((offering) => (
            <Offering
              key={offering.id}
              offering={offering}
              group={name}
              departing={search.departing}
              askedAt={search.traveling_at}
              chosen={offering.id === chosenId}
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
