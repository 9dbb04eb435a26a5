import { api, type BookingSeries, type PaymentMethodName, type SeriesPreview } from '@ambit/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { seriesRecords } from '../../records/booking-series.ts'
import { useFormat } from '../../settings/format.ts'
import type { GroupForm } from './group-form.ts'
import { GroupConfirm } from './GroupConfirm.tsx'
import { seriesGroupBody } from './group-series.ts'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

type Props = {
  form: GroupForm
  outlook: SeriesPreview
  onMade: (series: BookingSeries[]) => void
  onBack: () => void
}

/** On which dates the group travels from now on, and how its members pay. */
export const GroupRepeat = ({ form, outlook, onMade, onBack }: Props) => {
  const format = useFormat(outlook.time_zone)
  const methods = outlook.payment_methods
  const make = useMutation({
    mutationFn: (payment_method: PaymentMethodName) => {
      const body = seriesGroupBody(form, { ...outlook, payment_method })
      if (body === null) throw new Error('A group was to travel again and again without its places')
      return client.call(api.bookingSeries.createGroup, { body }).then(({ data }) => data)
    },
    onSuccess: (series) => {
      for (const one of series) seriesRecords.saved(one)
      onMade(series)
    },
  })
  return (
    <section className={classes['form']} aria-label={words.repeats.title}>
      <div className={classes['vehicle']}>
        <h3>{outlook.words}</h3>
        <p>
          {words.repeats.dates(
            outlook.date_count,
            format.civilDate(outlook.first_on),
            format.civilDate(outlook.last_on),
          )}
        </p>
        <p className={classes['muted']}>{words.repeats.ahead(outlook.days_ahead)}</p>
        <ul aria-label={words.repeats.next}>
          {outlook.dates.map(({ date, left_out }) => (
            <li key={date}>
              <span>{format.civilDay(date)}</span>
              <WhyOut left_out={left_out} />
            </li>
          ))}
        </ul>
      </div>
      <GroupConfirm
        form={form}
        methods={methods}
        labels={{ confirm: words.repeats.make(form.members.length), failed: words.repeats.failed }}
        error={make.error}
        pending={make.isPending}
        onBack={onBack}
        onConfirm={make.mutate}
      />
    </section>
  )
}

/** Why there is no ride on a date, or on one way of it. */
const WhyOut = ({ left_out }: Pick<SeriesPreview['dates'][number], 'left_out'>) => {
  const [there, back] = left_out
  if (there != null && (back === undefined || back?.text === there.text)) return <span>{there.text}</span>
  const ways = left_out.flatMap((why, way) => (why === null ? [] : [words.repeats.wayOut(way, why.text)]))
  return ways.length === 0 ? null : <span>{ways.join(', ')}</span>
}
