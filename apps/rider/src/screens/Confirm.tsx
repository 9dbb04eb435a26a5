import { useEffect, useId, useState } from 'react'
import {
  api,
  type PaymentMethodName,
  type RideCodePrice,
  type RideOffering,
  type RidePassenger,
  type RideSearch,
} from '@ambit/contract'
import { type Draft, type Notes, notesOf } from '../plan/draft.ts'
import { civilIn } from '../ride/zone-time.ts'
import { Page } from '../ui/Page.tsx'
import { go } from '../ui/path.ts'
import { StopLine } from '../ui/StopLine.tsx'
import { useFlow, useNow, useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useReturnWords } from '../ui/use-return-words.ts'
import { useWhoWords } from '../ui/use-who-words.ts'
import { BookButton, type BookProps } from './BookButton.tsx'
import { Concession } from './Concession.tsx'
import { ConfirmBack } from './ConfirmBack.tsx'
import { DiscountCode } from './DiscountCode.tsx'
import { ForWhom } from './ForWhom.tsx'
import { Hold } from './Hold.tsx'
import { NoteField } from './NoteField.tsx'
import { PriceChange } from './PriceChange.tsx'
import { Price } from './Price.tsx'
import { UnpaidNote } from './UnpaidNote.tsx'
import styles from './screens.module.css'

/** One page that sums up what is about to be booked. */
export const Confirm = () => {
  const { say, flow, me } = useRide()
  const { draft, found } = useFlow()
  const offering = flow.offering()
  const back = flow.backOffering()
  const needsBack = draft.replaces === null && draft.back.choice === 'timed'
  const isThere = offering !== null && found.kind === 'found' && me !== null && (!needsBack || back !== null)
  const before = offering !== null && needsBack ? 'offers/back' : 'offers'
  const isLeft = found.kind === 'none'
  useEffect(() => {
    if (!isThere && me !== null && !isLeft) go(before, { replace: true })
  }, [isThere, isLeft, me, before])
  useEffect(() => {
    // After a reload the offering is not known any more; after booking the ride's page is opened next.
    if (isLeft && location.pathname.endsWith('/confirm')) go('offers', { replace: true })
  }, [isLeft])
  return (
    <Page title={say('check_and_book')} back={needsBack ? 'offers/back' : 'offers'}>
      {isThere && <Summary offering={offering} back={needsBack ? back : null} answer={found.answer} me={me} />}
    </Page>
  )
}

type Props = {
  offering: RideOffering
  /** the way back at a time; null: there is none, or it is called for */
  back: RideOffering | null
  answer: RideSearch
  me: RidePassenger
}

const Summary = ({ offering, back, answer, me }: Props) => {
  const { say, flow, timesOf, now } = useRide()
  const { draft } = useFlow()
  const notes = notesOf(draft, useAsked(api.ride.places).answer?.data ?? [])
  const words = useReturnWords()
  const ways = back === null ? [offering] : [offering, back]
  const moment = useNow()
  const isOver = ways.some(({ expires_at }) => moment >= Date.parse(expires_at))
  const [code, setCode] = useState<RideCodePrice | null>(null)
  const sumOf = (price: 'scaled_price' | 'total_price'): number => ways.reduce((sum, way) => sum + way[price], 0)
  const total = code?.total_price ?? sumOf('total_price')
  useEffect(() => {
    if (isOver) void flow.find('expired')
  }, [isOver, flow])
  const times = timesOf(answer.time_zone)
  const methods = offering.payment_methods.filter((method) => ways.every((way) => way.payment_methods.includes(method)))
  const chosen = draft.payment !== null && methods.includes(draft.payment) ? draft.payment : methods[0]
  return (
    <>
      <ForWhom name={draft.traveler?.name ?? null} />
      <Facts first={offering} scaled={sumOf('scaled_price')} total={total} answer={answer} me={me} />
      {draft.back.choice !== 'none' && draft.replaces === null && <h2>{words('there')}</h2>}
      <StopLine label={say('pick_up')} stop={offering.pickup} times={times} />
      <StopLine label={say('drop_off')} stop={offering.dropoff} times={times} />
      <p className={styles['muted']}>
        {offering.late_from === null
          ? say('free_until_on_board')
          : say('until_on_board', { time: times.clockAndDay(offering.late_from, now()) })}
      </p>
      <ConfirmBack there={offering} back={back} answer={answer} />
      <Payment methods={methods} chosen={chosen} total={total} answer={answer} />
      {draft.replaces === null && <DiscountCode offerings={ways.map(({ id }) => id)} used={code} onUsed={setCode} />}
      <NoteFields notes={notes} />
      <Hold offering={endsFirst(ways)} />
      {chosen !== undefined && (
        <BookButton
          passenger={me.id}
          offering={offering.id}
          back={backOf(draft, back)}
          payment={chosen}
          notes={notes}
          code={code?.discount_code ?? null}
        />
      )}
    </>
  )
}

type FactsProps = {
  first: RideOffering
  /** of all ways together, before and after reductions */
  scaled: number
  total: number
  answer: RideSearch
  me: RidePassenger
}

/** Who, from, to, when, and for how much. */
const Facts = ({ first, scaled, total, answer, me }: FactsProps) => {
  const { say, flow, timesOf } = useRide()
  const { draft } = useFlow()
  const wordsOf = useWhoWords()
  const times = timesOf(answer.time_zone)
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{say('who_label')}</dt>
        <dd>
          {draft.traveler?.name ?? `${me.first_name} ${me.last_name}`} · {wordsOf(draft)}
        </dd>
      </div>
      <div>
        <dt>{say('from')}</dt>
        <dd>{draft.origin?.name}</dd>
      </div>
      <div>
        <dt>{say('to')}</dt>
        <dd>{draft.destination?.name}</dd>
      </div>
      <div>
        <dt>{say('when_label')}</dt>
        <dd>{times.day(civilIn(flow.zone(), Date.parse(first.pickup.lower_bound)).date)}</dd>
      </div>
      <div>
        <dt>{say('price')}</dt>
        <dd>
          <Price offering={{ scaled_price: scaled, total_price: total }} currency={answer.currency} />
          {draft.replaces !== null && (
            <PriceChange before={draft.replaces.price} after={first.total_price} currency={answer.currency} />
          )}
          <Concession answer={answer} />
        </dd>
      </div>
    </dl>
  )
}

/** Each way is held by itself: what ends first is kept first. */
const endsFirst = (ways: readonly RideOffering[]): RideOffering =>
  ways.reduce((first, way) => (Date.parse(way.expires_at) < Date.parse(first.expires_at) ? way : first))

/** The way back, as it is booked with the way there. */
const backOf = ({ back: { choice }, replaces }: Draft, back: RideOffering | null): BookProps['back'] => {
  if (back !== null) return { choice: 'timed', service_offering_id: back.id }
  return choice === 'open' && replaces === null ? { choice: 'open' } : null
}

type PaymentProps = {
  methods: readonly PaymentMethodName[]
  chosen: PaymentMethodName | undefined
  total: number
  answer: RideSearch
}

const Payment = ({ methods, chosen, total, answer }: PaymentProps) => {
  const { say, flow, timesOf } = useRide()
  const { draft } = useFlow()
  const id = useId()
  const price = total === 0 ? null : timesOf(answer.time_zone).money(total, answer.currency)
  return (
    <fieldset className={styles['group']}>
      <legend>{say('payment')}</legend>
      {answer.unpaid !== null && <UnpaidNote unpaid={answer.unpaid} why isOwn={draft.traveler === null} />}
      {methods.map((method) => (
        <label key={method} className={styles['check']}>
          <input type="radio" name={id} checked={method === chosen} onChange={() => flow.change({ payment: method })} />
          {say(`pay_${method}`)}
        </label>
      ))}
      <p className={styles['muted']} role="status">
        {price !== null && chosen !== undefined && say(chosen === 'card' ? 'pay_by_card' : 'pay_on_board', { price })}
      </p>
    </fieldset>
  )
}

const NoteFields = ({ notes }: { notes: Notes }) => {
  const { say, flow } = useRide()
  return (
    <>
      <NoteField
        label={say('note_pickup')}
        value={notes.pickup_note ?? ''}
        onChange={(pickup_note) => flow.change({ pickup_note })}
      />
      <NoteField
        label={say('note_dropoff')}
        value={notes.dropoff_note ?? ''}
        onChange={(dropoff_note) => flow.change({ dropoff_note })}
      />
    </>
  )
}
