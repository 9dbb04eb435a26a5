import type { CashFare } from '@ambit/contract'
import { unpaidReasonWords } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { cashStrings as words, tripCashQuery } from './cash.ts'
import classes from './TripCash.module.css'

/** What the driver has to hand in, fare by fare; nothing on a trip without cash fares. */
export const TripCash = ({ tripId }: { tripId: number }) => {
  const may = useCan()('DriverManagement:cash:canRead')
  const format = useFormat()
  const query = useQuery({ ...tripCashQuery(tripId), enabled: may })
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const cash = query.data
  if (cash === undefined || cash.fares.length === 0) return null
  const money = (amount: number): string => format.money(amount, cash.currency)
  return (
    <section className={classes['cash']} aria-label={words.title}>
      <h3>{words.toHandIn(money(cash.amount))}</h3>
      <dl>
        {cash.fares.map((fare) => (
          <div key={fare.service_request_id}>
            <dt>{fare.traveler_name}</dt>
            <dd className="numbers">
              {became(fare, money)}
              {fare.concession_shown === false && `, ${words.concessionNotShown}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const became = ({ paid, due, unpaid_reason }: CashFare, money: (amount: number) => string): string => {
  if (paid !== null) return words.paid(money(paid), paid === due ? null : money(due))
  return unpaid_reason === null ? words.notTold(money(due)) : words.notPaid(unpaidReasonWords[unpaid_reason])
}
