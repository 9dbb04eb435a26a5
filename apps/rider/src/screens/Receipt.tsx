import type { ReactNode } from 'react'
import { api, type RideReceipt, urlOf } from '@ambit/contract'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import styles from './screens.module.css'

/** What a completed ride has cost, as a page and as a file. */
export const Receipt = ({ id }: { id: number }) => {
  const { say } = useRide()
  const { answer, trouble } = useAsked(api.ride.receipt, { params: { id } })
  return (
    <Page title={say('receipt')} back={`rides/${id}`}>
      <TroubleNote trouble={trouble} />
      {answer === null && trouble === null && <p role="status">{say('loading')}</p>}
      {answer !== null && <Facts receipt={answer.data} />}
    </Page>
  )
}

const Facts = ({ receipt }: { receipt: RideReceipt }) => {
  const { say, timesOf } = useRide()
  const { number, carrier, note, traveler_name, from, to, people, picked_up_at, date, currency } = receipt
  const { scaled_price, reduction, reduced_by, total_price } = receipt
  const times = timesOf(receipt.time_zone)
  const money = (amount: number): string => times.money(amount, currency)
  return (
    <>
      <p>
        <strong>{carrier}</strong>
      </p>
      {note !== null && <p className={styles['lines']}>{note}</p>}
      <dl className={styles['facts']}>
        <Fact label={say('receipt_number')}>{number}</Fact>
        <Fact label={say('who_label')}>{traveler_name}</Fact>
        <Fact label={say('from')}>{from}</Fact>
        <Fact label={say('to')}>{to}</Fact>
        {picked_up_at !== null && <Fact label={say('picked_up_on')}>{times.dated(picked_up_at)}</Fact>}
        <Fact label={say('arrived_on')}>{times.dated(date)}</Fact>
        <Fact label={say('people_label')}>{people}</Fact>
        {reduction > 0 && (
          <>
            <Fact label={say('fare')}>{money(scaled_price)}</Fact>
            <Fact label={say('reduction')}>
              {reduced_by.length === 0
                ? `− ${money(reduction)}`
                : say('reduction_by', { amount: money(reduction), by: reduced_by.join(', ') })}
            </Fact>
          </>
        )}
        <Fact label={say('price')}>{total_price === 0 ? say('free') : money(total_price)}</Fact>
        <Fact label={say('paid_how')}>{paymentOf(receipt, { say, money })}</Fact>
      </dl>
      <a className="link" href={urlOf(api.ride.receiptFile, { id: receipt.service_request_id })} download>
        {say('receipt_file')}
      </a>
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type Words = { say: ReturnType<typeof useRide>['say']; money: (amount: number) => string }

const paymentOf = (receipt: RideReceipt, { say, money }: Words): string => {
  const price = money(receipt.total_price)
  if (receipt.total_price === 0) return say('nothing_to_pay')
  if (receipt.fare_paid !== null) return say('taken_on_board', { price: money(receipt.fare_paid) })
  switch (receipt.payment_status) {
    case 'charged':
      return receipt.card === null ? say('paid', { price }) : say('card_charged', { price, ...receipt.card })
    case 'paid_in_cash':
    case 'paid_by_terminal':
      return say(receipt.payment_status, { price })
    case 'waived':
      return say('waived')
    case 'refunding':
      return say('refunding', { price })
    case 'refund_failed':
      return say('refund_failed', { price })
    case 'refunded':
      return say('refunded', { price })
    case 'free':
      return say('nothing_to_pay')
    case 'failed':
    case 'not_charged':
    case 'charging':
      return say(receipt.payment_method === 'card' ? 'pay_by_card' : 'pay_on_board', { price })
  }
}
