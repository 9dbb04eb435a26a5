import { useQueries } from '@tanstack/react-query'
import type { Format } from '../../settings/create-format.ts'
import { priceQuery } from './DiscountCode.tsx'
import { wizardStrings } from './strings.ts'
import type { ChosenLeg } from './use-legs.ts'
import classes from './SelectJourney.module.css'

const words = wizardStrings.back

/** What the passenger pays for each leg, less a discount, and for all together; nothing while that is looked up. */
export const JourneyPrices = ({ legs, format }: { legs: readonly ChosenLeg[]; format: Format }) => {
  const coded = useQueries({
    queries: legs.map(({ chosen, discountCode: code }) => ({
      ...priceQuery(code ?? '', chosen?.id ?? 0),
      enabled: code !== null && chosen !== undefined,
    })),
  })
  const fares = legs.map(({ title, chosen, discountCode: code }, index) => ({
    title,
    price: code === null ? chosen?.meta.total_price : coded[index]?.data?.total_price,
  }))
  const known = fares.flatMap(({ price }) => price ?? [])
  const sum = known.length < legs.length ? undefined : known.reduce((total, price) => total + price, 0)
  const prices = fares.length === 1 ? fares : [...fares, { title: words.together, price: sum }]
  return (
    <dl className={classes['prices']} aria-label={words.prices}>
      {prices.map(({ title, price }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="numbers">{price !== undefined && format.money(price)}</dd>
        </div>
      ))}
    </dl>
  )
}
