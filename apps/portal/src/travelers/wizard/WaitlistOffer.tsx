import {
  api,
  type PaymentMethodName,
  type ServiceAvailabilitySearch,
  WAITLIST_FRAME_MINUTES,
  WAITLIST_MOST_MINUTES,
  type WaitlistMode,
  waitlistModes,
  type WaitlistOutlook,
} from '@ambit/contract'
import { Button, NumberInput, Radio, Skeleton } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { useCan } from '../../auth/permissions.ts'
import { notify } from '../../notifications/notify.tsx'
import { waitlistOutlookQuery, waitlistRecords } from '../../records/waitlist-entries.ts'
import type { Format } from '../../settings/create-format.ts'
import { serverClock } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PaymentChoice, usePaymentCards } from './PaymentChoice.tsx'
import { wizardStrings } from './strings.ts'
import classes from './WaitlistOffer.module.css'

const words = wizardStrings.waitlist
const MINUTE_MS = 60_000

type Props = {
  search: ServiceAvailabilitySearch | null
  format: Format
  /** what else is to be known before it is put on the list */
  note?: string | null
  /** it is on the list */
  onDone: () => void
}

/** Beside a search without an offering: the journey may wait until there is room for it. */
export const WaitlistOffer = ({ search, format, note = null, onDone }: Props) => {
  const may = useCan()('TravellerManagement:waitlist:canCreate')
  const [opened, setOpened] = useState(false)
  if (!may || search === null || search.zone_id === null) return null
  if (opened) return <WaitlistForm {...{ search, format, note, onDone }} onClose={() => setOpened(false)} />
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconHourglass size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {words.put}
      </Button>
    </div>
  )
}

type FormProps = Props & { search: ServiceAvailabilitySearch; onClose: () => void }

const WaitlistForm = (props: FormProps) => {
  const outlook = useQuery(waitlistOutlookQuery(props.search.id))
  const title = useId()
  return (
    <section className={classes['form']} aria-labelledby={title}>
      <h4 id={title}>{words.put}</h4>
      {outlook.isPending && <Skeleton height={120} aria-label={words.loading} />}
      {outlook.isError && <ErrorState error={outlook.error} onRetry={() => void outlook.refetch()} />}
      {outlook.data?.refused != null && <p role="alert">{outlook.data.refused}</p>}
      {outlook.data?.open === true ? (
        <Fields {...props} outlook={outlook.data} />
      ) : (
        <div className={classes['buttons']}>
          <Button variant="default" size="compact-sm" onClick={props.onClose}>
            {words.close}
          </Button>
        </div>
      )}
    </section>
  )
}

const readable = (minutes: number | string): minutes is number =>
  typeof minutes === 'number' && minutes >= 0 && minutes <= WAITLIST_MOST_MINUTES

const Fields = ({
  search,
  format,
  note = null,
  onClose,
  onDone,
  outlook,
}: FormProps & { outlook: WaitlistOutlook }) => {
  const [earlier, setEarlier] = useState<number | string>(WAITLIST_FRAME_MINUTES)
  const [later, setLater] = useState<number | string>(() => usualLater(search, outlook))
  const [mode, setMode] = useState<WaitlistMode>('book')
  const [preferred, setPreferred] = useState<PaymentMethodName | null>(null)
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  // The button that opened the form is gone: the keyboard goes on, and the form comes into view.
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const method = preferred ?? outlook.payment_methods[0] ?? null
  const { cards, cardMissing } = usePaymentCards(search.traveler_id, method)
  const frame = readable(earlier) && readable(later) ? frameOf(search, earlier, later) : null
  const save = async (): Promise<void> => {
    if (frame === null || method === null) return
    setSaving(true)
    setRefused(null)
    try {
      const body = { service_availability_search_id: search.id, ...frame, mode, payment_method: method }
      const { data } = await client.call(api.waitlistEntries.create, { body })
      waitlistRecords.saved(data)
      notify({
        type: 'success',
        title: words.done(data.traveler_name),
        message: words.until(format.dateTime(data.give_up_at)),
      })
      onDone()
    } catch (error) {
      setSaving(false)
      setRefused(failureText(error))
    }
  }
  const ready = frame !== null && method !== null && !cardMissing && !saving
  // Enter saves this form: it would search again with the one around it.
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (ready) void save()
  }
  return (
    <div className={classes['fields']} role="presentation" onKeyDown={enter}>
      <p>{words.others(outlook.waiting)}</p>
      {note !== null && <p>{note}</p>}
      <div className={classes['frame']}>
        <NumberInput
          ref={first}
          label={words.earlier}
          suffix=" min"
          min={0}
          max={WAITLIST_MOST_MINUTES}
          allowDecimal={false}
          value={earlier}
          error={readable(earlier) ? undefined : words.outOfRange}
          onChange={setEarlier}
        />
        <NumberInput
          label={words.later}
          suffix=" min"
          min={0}
          max={WAITLIST_MOST_MINUTES}
          allowDecimal={false}
          value={later}
          error={readable(later) ? undefined : words.outOfRange}
          onChange={setLater}
        />
      </div>
      {frame !== null && (
        <p role="status">
          {(search.departing ? words.leaves : words.arrives)(
            `${format.dateTime(frame.earliest_at)} – ${format.time(frame.latest_at)}`,
            format.dateTime(new Date(Date.parse(frame.latest_at) - outlook.give_up_minutes * MINUTE_MS)),
          )}
        </p>
      )}
      <Radio.Group
        label={words.whenRoom}
        value={mode}
        onChange={(value) => setMode(waitlistModes.find((one) => one === value) ?? 'book')}
      >
        {waitlistModes.map((one) => (
          <Radio key={one} value={one} label={words.modes[one]} mt={10} />
        ))}
      </Radio.Group>
      <PaymentChoice
        travelerId={search.traveler_id}
        methods={outlook.payment_methods}
        method={method}
        cards={cards}
        onChange={setPreferred}
      />
      {refused !== null && <p role="alert">{refused}</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose} disabled={saving}>
          {words.close}
        </Button>
        <Button loading={saving} disabled={!ready} onClick={() => void save()}>
          {words.put}
        </Button>
      </div>
    </div>
  )
}

/** An hour; where that would be given up at once, as for Leave Now, an hour until it is. */
const usualLater = ({ traveling_at }: ServiceAvailabilitySearch, { give_up_minutes }: WaitlistOutlook): number => {
  const left = (Date.parse(traveling_at) - serverClock.now().getTime()) / MINUTE_MS
  if (left + WAITLIST_FRAME_MINUTES > give_up_minutes) return WAITLIST_FRAME_MINUTES
  return Math.min(WAITLIST_MOST_MINUTES, WAITLIST_FRAME_MINUTES + give_up_minutes)
}

/** Acceptable departures or arrivals; none before now. */
const frameOf = (search: ServiceAvailabilitySearch, earlier: number, later: number) => {
  const wish = Date.parse(search.traveling_at)
  const first = Math.min(wish, Math.max(wish - earlier * MINUTE_MS, serverClock.now().getTime()))
  return {
    earliest_at: new Date(first).toISOString(),
    latest_at: new Date(wish + later * MINUTE_MS).toISOString(),
  }
}
