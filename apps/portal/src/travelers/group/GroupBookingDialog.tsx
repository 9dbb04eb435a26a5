import {
  api,
  ApiError,
  type BookingGroup,
  type BookingGroupSearch,
  type BookingSeries,
  type GroupRefusal,
  type SeriesPreview,
} from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { newDraft } from '../booking-draft.ts'
import { defaultTime, travelMoment } from '../wizard/travel-time.ts'
import { useTripZones } from '../wizard/use-trip-zones.ts'
import {
  type ChangeForm,
  emptyForm,
  type GroupForm,
  isComplete,
  missingIn,
  type Refused,
  refusedIn,
  repeats,
  searchBody,
} from './group-form.ts'
import { GroupBooked } from './GroupBooked.tsx'
import { GroupFields } from './GroupFields.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { previewBody, repeatProblems } from './group-series.ts'
import { GroupOffer } from './GroupOffer.tsx'
import { GroupRepeat } from './GroupRepeat.tsx'
import type { TypedField } from './GroupRepeatFields.tsx'
import { GroupSeriesMade } from './GroupSeriesMade.tsx'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

/** Several passengers who travel together: who, from where to where and when; how they can; and what was booked. */
const GroupBookingDialog = () => {
  const [round, setRound] = useState(0)
  return (
    <DialogFrame title={words.title}>
      <Steps key={round} onAnother={() => setRound(round + 1)} />
    </DialogFrame>
  )
}
export default GroupBookingDialog

const Steps = ({ onAnother }: { onAnother: () => void }) => {
  const now = useNow(30_000)
  const [changes, setChanges] = useState<Partial<GroupForm>>({})
  const zones = useZones(changes)
  const { timeZone } = zones
  const soon = travelMoment(timeZone, dateIn(timeZone, now), defaultTime(timeZone, now), now)
  const form: GroupForm = { ...emptyForm(soon), ...changes }
  // The address of typed coordinates comes later: what was entered meanwhile stays.
  const change: ChangeForm = (to) =>
    setChanges((before) => ({
      ...before,
      ...(typeof to === 'function' ? to({ ...emptyForm(soon), ...before }) : to),
    }))
  const [found, setFound] = useState<BookingGroupSearch | null>(null)
  const [booked, setBooked] = useState<BookingGroup | null>(null)
  const [gone, setGone] = useState(false)
  const search = useMutation({
    mutationFn: (asked: GroupForm) => {
      const body = searchBody(asked)
      if (body === null) throw new Error('A group was searched for without its places')
      return client.call(api.bookingGroups.search, { body }).then(({ data }) => data)
    },
    onSuccess: (data) => {
      setGone(false)
      setFound(data)
    },
  })
  const [outlook, setOutlook] = useState<SeriesPreview | null>(null)
  const [made, setMade] = useState<BookingSeries[] | null>(null)
  const look = useMutation({
    mutationFn: (asked: GroupForm) => {
      const body = previewBody(asked, timeZone)
      if (body === null) throw new Error('The dates of a group were asked for without its places')
      return client.call(api.bookingSeries.preview, { body }).then(({ data }) => data)
    },
    onSuccess: setOutlook,
  })
  const [lost, setLost] = useState<Refused | null>(null)
  const find = (to: Partial<GroupForm> = {}): void => {
    setLost(null)
    change(to)
    search.reset()
    look.reset()
    ;(repeats(form) ? look : search).mutate({ ...form, ...to })
  }
  const failed = search.error ?? look.error
  const refused = lost ?? (failed === null ? null : refusedIn(failed, form))
  if (booked !== null) return <GroupBooked group={booked} onAnother={onAnother} />
  if (made !== null) return <GroupSeriesMade name={form.name.trim()} series={made} onAnother={onAnother} />
  const guard = <UnsavedGuard dirty={Object.keys(changes).length > 0} isSaved={() => false} />
  if (found !== null)
    return (
      <>
        {guard}
        {gone && (
          <ToneAlert tone="warning" title={words.gone} mb={12}>
            {words.goneText}
          </ToneAlert>
        )}
        <GroupOffer
          key={found.searches[0]?.id}
          form={form}
          found={found}
          onBooked={setBooked}
          onBack={() => setFound(null)}
          onGone={(error) => {
            const fresh = freshIn(error)
            setGone(fresh !== null)
            setFound(fresh)
            setLost(fresh === null ? refusedIn(error, form) : null)
          }}
        />
      </>
    )
  if (outlook !== null)
    return (
      <>
        {guard}
        <GroupRepeat {...{ form, outlook }} onMade={setMade} onBack={() => setOutlook(null)} />
      </>
    )
  return (
    <>
      {guard}
      <Asking
        form={form}
        zones={zones}
        refused={refused}
        searching={search.isPending || look.isPending}
        onChange={change}
        onFind={find}
      />
    </>
  )
}

const freshIn = (error: ApiError): BookingGroupSearch | null =>
  (error.meta?.['booking_group_search'] ?? null) as BookingGroupSearch | null // as the contract says

/** The zone that the places belong to, which says what its clocks show. */
const useZones = ({ origin = null, destination = null }: Partial<GroupForm>) => {
  const [blank] = useState(() => newDraft('', { id: 0, handicapped: false }, null, new Date(0)))
  return useTripZones({ ...blank, bookingData: { ...blank.bookingData, origin, destination } })
}

type AskingProps = {
  form: GroupForm
  zones: ReturnType<typeof useZones>
  refused: Refused | null
  searching: boolean
  onChange: ChangeForm
  onFind: (change?: Partial<GroupForm>) => void
}

const Asking = ({ form, zones, refused, searching, onChange, onFind }: AskingProps) => {
  const [asked, setAsked] = useState(false)
  const [unreadable, setUnreadable] = useState<ReadonlySet<TypedField>>(new Set())
  const missing = missingIn(form)
  const problems = repeatProblems(form, zones.timeZone)
  const errors = asked ? missing : { of: new Map<number, string>() }
  const ofMembers = new Map([...(refused?.of ?? []), ...errors.of])
  const submit = (): void => {
    setAsked(true)
    const shown = [...unreadable].filter((field) => field === 'time' || repeats(form))
    if (isComplete(missing) && Object.keys(problems).length === 0 && shown.length === 0) onFind()
  }
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <GroupFields
        {...{ form, zones, errors, onChange }}
        problems={asked ? problems : {}}
        onReadable={(field, readable) =>
          setUnreadable((before) => {
            const others = [...before].filter((one) => one !== field)
            return new Set(readable ? others : [...others, field])
          })
        }
      />
      <GroupMembers form={form} near={zones.near} error={errors.members} errors={ofMembers} onChange={onChange} />
      {refused !== null && refused.text !== '' && (
        <Refusal refused={refused} timeZone={zones.timeZone} onFind={onFind} />
      )}
      <div className={classes['end']}>
        <Button type="submit" loading={searching}>
          {repeats(form) ? words.repeats.look : words.search}
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {searching && (repeats(form) ? words.repeats.looking : words.searching)}
      </p>
    </form>
  )
}

type RefusalProps = { refused: Refused; timeZone: string; onFind: AskingProps['onFind'] }

/** Why the group cannot travel as it was asked for, and what would work, each with one press. */
const Refusal = ({ refused: { text, refusal }, timeZone, onFind }: RefusalProps) => {
  const format = useFormat(timeZone)
  return (
    <ToneAlert tone="warning" title={words.refused}>
      <p>{text}</p>
      {refusal !== null && (
        <div className={classes['buttons']}>
          <WouldDo refusal={refusal} onFind={onFind} />
          {refusal.next_at !== null && (
            <Button size="compact-sm" variant="default" onClick={() => onFind({ traveling_at: refusal.next_at ?? '' })}>
              {words.atTime(format.time(refusal.next_at))}
            </Button>
          )}
        </div>
      )}
    </ToneAlert>
  )
}

const WouldDo = ({ refusal: { vehicles }, onFind }: { refusal: GroupRefusal; onFind: AskingProps['onFind'] }) =>
  vehicles === null ? null : (
    <Button size="compact-sm" variant="default" onClick={() => onFind({ seating: 'fewest' })}>
      {words.inVehicles(vehicles)}
    </Button>
  )
