import { useQuery } from '@tanstack/react-query'
import type { Format } from '../../settings/create-format.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { priceQuery } from './DiscountCode.tsx'
import type { ChosenLeg } from './use-leg.ts'
import { wizardStrings } from './strings.ts'
import classes from './SelectJourney.module.css'

const words = wizardStrings.back

/** What the passenger pays for a chosen trip, less a discount; undefined while that is looked up. */
const useFare = ({ chosen }: ChosenLeg, code: string | null): number | undefined => {
  const coded = useQuery({ ...priceQuery(code ?? '', chosen?.id ?? 0), enabled: code !== null && chosen !== undefined })
  return code === null ? chosen?.meta.total_price : coded.data?.total_price
}

type Props = {
  there: ChosenLeg
  /** null: it is not booked */
  back: ChosenLeg | null
  draft: BookingDraft
  format: Format
}

/** What each way costs, and both together. */
export const JourneyPrices = ({ there, back, draft, format }: Props) => {
  const out = useFare(there, draft.discountCode)
  const home = useFare(back ?? there, back === null ? null : draft.back.discountCode)
  const together = out === undefined || home === undefined ? undefined : out + home
  const prices = [
    [words.thereWay, out],
    ...(back === null
      ? []
      : ([
          [words.way, home],
          [words.together, together],
        ] as const)),
  ] as const
  return (
    <dl className={classes['prices']} aria-label={words.prices}>
      {prices.map(([name, price]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numbers">{price !== undefined && format.money(price)}</dd>
        </div>
      ))}
    </dl>
  )
}
