import { api, type ServiceRequest } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { bookingGroupQuery, seatingWords } from '../records/booking-groups.ts'
import { bookingChanged, shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Format } from '../settings/create-format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Question } from '../ui/Question.tsx'
import shared from './BookingFacts.module.css'
import classes from './GroupOfBooking.module.css'
import { groupStrings as words } from './group-strings.ts'

type Group = NonNullable<ServiceRequest['group']>

/** The group that a booking was made with: its other members with their times and status, and a way to cancel all. */
export const GroupOfBooking = ({ record, format }: { record: ServiceRequest; format: Format }) => {
  const readable = useCan()('TravellerManagement:group:canRead')
  const { group } = record
  if (group === null) return null
  return (
    <section aria-label={words.group(group.name)} className={classes['group']}>
      <h3>{words.group(group.name)}</h3>
      <p>{seatingWords[group.seating]}</p>
      {readable && <Members group={group} own={record.id} format={format} />}
    </section>
  )
}

const Members = ({ group, own, format }: { group: Group; own: number; format: Format }) => {
  const open = useOpenDialog()
  const can = useCan()
  const [asking, setAsking] = useState(false)
  const query = useQuery(bookingGroupQuery(group.id))
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return null
  const all = query.data.service_requests
  const others = all.filter(({ id }) => id !== own)
  const open_ids = all.flatMap(({ id, allow_cancel }) => (allow_cancel ? [id] : []))
  return (
    <>
      {others.length === 0 ? (
        <p>{words.nobodyElse}</p>
      ) : (
        <ul aria-label={words.others}>
          {others.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={shared['link']}
                onClick={() => open('LiveBookingDialog', 'view', one.id)}
              >
                {words.member(one.traveler_name, one.id)}
              </button>
              <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(one)} />
              <span>
                {words.pickUp(
                  format.time(one.pickup.promised_lower_bound),
                  format.time(one.pickup.promised_upper_bound),
                  one.pickup.name,
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {can('TravellerManagement:group:canDestroy') && open_ids.length > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          {words.cancel}
        </Button>
      )}
      {asking && <CancelGroup group={group} ids={open_ids} onClose={() => setAsking(false)} />}
    </>
  )
}

type Cancelling = { group: Group; ids: readonly number[]; onClose: () => void }

const CancelGroup = ({ group, ids, onClose }: Cancelling) => {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const cancel = useMutation({
    mutationFn: () =>
      client.call(api.bookingGroups.cancel, { params: { id: group.id }, body: { reason: reason.trim() || null } }),
    onSuccess: () => notify({ type: 'success', title: words.group(group.name), message: words.cancelled }),
    onError: (error) => announceFailure(error, words.cancelFailed),
    onSettled: () => {
      for (const id of ids) bookingChanged(queries, id)
      onClose()
    },
  })
  return (
    <Question opened onClose={onClose} title={words.cancelTitle(group.name)} text={words.cancelText(ids.length)}>
      <TextInput
        w="100%"
        label={words.reason}
        maxLength={250}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button variant="default" data-autofocus onClick={onClose} disabled={cancel.isPending}>
        {words.keep}
      </Button>
      <Button color="red.8" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {words.cancelAll(ids.length)}
      </Button>
    </Question>
  )
}
