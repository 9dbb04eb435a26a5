import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useCan } from '../../auth/permissions.ts'
import type { Format } from '../../settings/create-format.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { askedFor } from './asked-for.ts'
import { DiscountCode } from './DiscountCode.tsx'
import { Offering } from './Offering.tsx'
import { PaymentChoice } from './PaymentChoice.tsx'
import { wizardStrings as words } from './strings.ts'
import type { ChosenLeg } from './use-legs.ts'
import shared from './wizard.module.css'
import classes from './SelectJourney.module.css'

type Props = {
  leg: ChosenLeg
  draft: BookingDraft
  format: Format
  /** what is promised of the stay before it */
  stayed?: string | null
  /** why what is chosen cannot be had */
  problem?: string | null
  /** the keyboard goes from the button that searched, which is gone, to what was found */
  takesFocus?: boolean
  /** at what other times it can be had */
  times: ReactNode
  onChoose: (offeringId: number) => void
  onCode: (code: string | null) => void
}

/** The trips of one way of a journey, and how the chosen one is paid; or why there is none. */
export const LegChoice = ({
  leg,
  draft,
  format,
  stayed = null,
  problem = null,
  takesFocus = false,
  times,
  onChoose,
  onCode,
}: Props) => {
  const can = useCan()
  const { title, search, chosen, stay_minutes: stay } = leg
  const heading = useId()
  const offers = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    offers.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
    // The step before was a longer one: this one is shown from its beginning.
    const dialog = offers.current?.closest('[role="dialog"]')
    if (dialog != null) dialog.scrollTop = 0
  }, [takesFocus])
  const none = search === null ? words.noService : chosen === undefined ? (search.message ?? words.noService) : null
  return (
    <section aria-labelledby={heading} className={classes['leg']}>
      <h3 id={heading}>{title}</h3>
      {search !== null && (
        <>
          <p className={classes['places']}>{words.other.places(search.origin.name, search.destination.name)}</p>
          <p className={classes['asked']}>
            {[askedFor(search, format), ...(stay === null ? [] : [words.stops.stayed(stay)])].join(' · ')}
          </p>
          {stayed !== null && <p className={classes['asked']}>{stayed}</p>}
        </>
      )}
      {[none, problem].map(
        (text) =>
          text !== null && (
            <p key={text} role="alert" className={shared['problemTitle']} data-box>
              <IconAlertTriangle size={18} aria-hidden />
              {text}
            </p>
          ),
      )}
      <div ref={offers} role="radiogroup" aria-label={words.offersOf(title)} className={classes['offers']}>
        {search?.service_offerings.map((offering) => (
          <Offering
            key={offering.id}
            offering={offering}
            group={heading}
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
      {times}
      {chosen !== undefined && (
        <PaymentChoice
          travelerId={draft.travelerId}
          methods={chosen.payment_methods}
          method={leg.method}
          cards={leg.cards}
          onChange={leg.setMethod}
        />
      )}
      {chosen !== undefined && can('TravellerManagement:discountCode:canLookup') && (
        <DiscountCode offering={chosen} applied={leg.discountCode} onApply={onCode} format={format} />
      )}
    </section>
  )
}
