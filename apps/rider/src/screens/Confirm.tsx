import { useEffect, useId, useState } from 'react'
import { api, type PaymentMethodName, type RideOffering, type RidePassenger, type RideSearch } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { type Notes, notesOf } from '../plan/draft.ts'
import { civilIn } from '../ride/zone-time.ts'
import { Page } from '../ui/Page.tsx'
import { installing } from '../ui/installing.ts'
import { go } from '../ui/path.ts'
import { StopLine } from '../ui/StopLine.tsx'
import { useFlow, useNow, useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useWhoWords } from '../ui/use-who-words.ts'
import { ForWhom } from './ForWhom.tsx'
import { Hold } from './Hold.tsx'
import { NoteField } from './NoteField.tsx'
import { PriceChange } from './PriceChange.tsx'
import { Price } from './Price.tsx'
import styles from './screens.module.css'

/** One page that sums up what is about to be booked. */
export const Confirm = () => {
  const { say, flow, me } = useRide()
  const { found } = useFlow()
  const offering = flow.offering()
  const isThere = offering !== null && found.kind === 'found' && me !== null
  const isLeft = found.kind === 'none'
  useEffect(() => {
    if (!isThere && me !== null && !isLeft) go('offers', { replace: true })
  }, [isThere, isLeft, me])
  useEffect(() => {
    // After a reload the offering is not known any more; after booking the ride's page is opened next.
    if (isLeft && location.pathname.endsWith('/confirm')) go('offers', { replace: true })
  }, [isLeft])
  return (
    <Page title={say('check_and_book')} back="offers">
      {isThere && <Summary offering={offering} answer={found.answer} me={me} />}
    </Page>
  )
}

type Props = { offering: RideOffering; answer: RideSearch; me: RidePassenger }

const Summary = ({ offering, answer, me }: Props) => {
  const { say, flow, timesOf, now } = useRide()
  const { draft } = useFlow()
  const notes = notesOf(draft, useAsked(api.ride.places).answer?.data ?? [])
  const wordsOf = useWhoWords()
  const isOver = useNow() >= Date.parse(offering.expires_at)
  useEffect(() => {
    if (isOver) void flow.find('expired')
  }, [isOver, flow])
  const times = timesOf(answer.time_zone)
  const methods = offering.payment_methods
  const chosen = draft.payment !== null && methods.includes(draft.payment) ? draft.payment : methods[0]
  return (
    <>
      <ForWhom name={draft.traveler?.name ?? null} />
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
          <dd>{times.day(civilIn(flow.zone(), Date.parse(offering.pickup.lower_bound)).date)}</dd>
        </div>
        <div>
          <dt>{say('price')}</dt>
          <dd>
            <Price offering={offering} currency={answer.currency} />
            {draft.replaces !== null && (
              <PriceChange before={draft.replaces.price} after={offering.total_price} currency={answer.currency} />
            )}
          </dd>
        </div>
      </dl>
      <StopLine label={say('pick_up')} stop={offering.pickup} times={times} />
      <StopLine label={say('drop_off')} stop={offering.dropoff} times={times} />
      <Payment methods={methods} chosen={chosen} />
      <NoteFields notes={notes} />
      <p className={styles['muted']}>
        {offering.late_from === null
          ? say('free_until_on_board')
          : say('until_on_board', { time: times.clockAndDay(offering.late_from, now()) })}
      </p>
      <Hold offering={offering} />
      {chosen !== undefined && <BookButton passenger={me.id} offering={offering.id} payment={chosen} notes={notes} />}
    </>
  )
}

const Payment = ({
  methods,
  chosen,
}: {
  methods: readonly PaymentMethodName[]
  chosen: PaymentMethodName | undefined
}) => {
  const { say, flow } = useRide()
  const id = useId()
  return (
    <fieldset className={styles['group']}>
      <legend>{say('payment')}</legend>
      {methods.map((method) => (
        <label key={method} className={styles['check']}>
          <input type="radio" name={id} checked={method === chosen} onChange={() => flow.change({ payment: method })} />
          {say(`pay_${method}`)}
        </label>
      ))}
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

type BookProps = { passenger: number; offering: number; payment: PaymentMethodName; notes: Notes }

/** Books once, however often it is tapped. */
const BookButton = ({ passenger, offering, payment, notes }: BookProps) => {
  const { say, flow } = useRide()
  const { draft } = useFlow()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const book = async (another: boolean): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const booked = await flow.book(passenger, offering, { payment_method: payment, another, notes })
    if (booked.kind === 'booked') {
      installing.booked()
      return go(`rides/${booked.ride.id}`, { replace: true })
    }
    setBusy(false)
    setTrouble(booked.trouble)
  }
  if (trouble?.code === 'another_ride')
    return (
      <div role="alert" className={styles['notice']}>
        <p>{trouble.message}</p>
        <button type="button" className="main" aria-disabled={isBusy} onClick={() => void book(true)}>
          {say(isBusy ? 'booking' : 'book_another')}
        </button>
        <button type="button" onClick={() => setTrouble(null)}>
          {say('do_not_book')}
        </button>
      </div>
    )
  return (
    <>
      {trouble?.kind === 'silent' ? (
        <p role="alert" className={styles['notice']}>
          {say('book_silent')}
        </p>
      ) : (
        <TroubleNote trouble={trouble} />
      )}
      <button type="button" className="main" aria-disabled={isBusy} onClick={() => void book(false)}>
        {say(isBusy ? 'booking' : draft.replaces === null ? 'book' : 'book_change')}
      </button>
    </>
  )
}
