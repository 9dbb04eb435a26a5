import type { PaymentMethodName } from '@ambit/contract'
import { Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bookingWords } from '../../records/booking-words.ts'
import { brandName } from '../cards/BrandMark.tsx'
import { cardsQuery } from '../cards/queries.ts'
import { cardStrings } from '../cards/strings.ts'
import { CardMissing } from './CardMissing.tsx'
import classes from './PaymentChoice.module.css'
import { wizardStrings as words } from './strings.ts'
import shared from './wizard.module.css'

type Props = {
  travelerId: number
  methods: readonly PaymentMethodName[]
  method: PaymentMethodName | null
  /** of the passenger who pays by card; undefined while they are loaded */
  cards: ReturnType<typeof usePaymentCards>['cards']
  onChange: (method: PaymentMethodName | null) => void
}

/** How the trip is paid, and with which card. */
export const PaymentChoice = ({ travelerId, methods, method, cards, onChange }: Props) => (
  <>
    <Radio.Group
      label={words.payment}
      value={method}
      onChange={(value) => onChange(methods.find((name) => name === value) ?? null)}
    >
      <div className={classes['payments']}>
        {methods.map((name) => (
          <Radio key={name} value={name} label={bookingWords.paymentMethods[name]} />
        ))}
      </div>
    </Radio.Group>
    {method === 'card' && cards?.length === 0 && <CardMissing travelerId={travelerId} />}
    {method === 'card' &&
      cards?.map((card) => (
        <p key={card.id} className={shared['muted']}>
          {cardStrings.ending(brandName(card.brand), card.last4)}
        </p>
      ))}
  </>
)

/** The passenger's cards, and whether one is needed that is not there. */
export const usePaymentCards = (travelerId: number, method: PaymentMethodName | null) => {
  const cards = useQuery({ ...cardsQuery(travelerId), enabled: method === 'card' }).data
  return { cards, cardMissing: method === 'card' && (cards ?? []).length === 0 }
}
