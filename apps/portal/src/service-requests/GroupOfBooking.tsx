import { api, type ServiceRequest } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { bookingGroupQuery, seatingWords } from '../records/booking-groups.ts'
import { bookingChanged, shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { EffectBeneath } from '../records/effects/EffectBeneath.tsx'
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
  const [asking, setAsking] = useState<'name' | 'cancel' | null>(null)
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
      <div className={classes['buttons']}>
        {can('TravellerManagement:group:canUpdate') && (
          <Button variant="default" size="compact-sm" onClick={() => setAsking('name')}>
            {words.rename}
          </Button>
        )}
        {can('TravellerManagement:group:canDestroy') && open_ids.length > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => setAsking('cancel')}>
            {words.cancel}
          </Button>
        )}
      </div>
      {asking === 'name' && <RenameGroup group={group} ids={all.map(({ id }) => id)} onClose={() => setAsking(null)} />}
      {asking === 'cancel' && <CancelGroup group={group} ids={open_ids} onClose={() => setAsking(null)} />}
    </>
  )
}

type Asking = { group: Group; ids: readonly number[]; onClose: () => void }

const RenameGroup = ({ group, ids, onClose }: Asking) => {
  const queries = useQueryClient()
  const [name, setName] = useState(group.name)
  const wanted = name.trim()
  const rename = useMutation({
    mutationFn: () => client.call(api.bookingGroups.update, { params: { id: group.id }, body: { name: wanted } }),
    onSuccess: () => {
      notify({ type: 'success', title: words.group(wanted), message: words.renamed })
      for (const id of ids) bookingChanged(queries, id)
      onClose()
    },
    // What was typed stays, to be tried again.
    onError: (error) => announceFailure(error, words.renameFailed),
  })
  return (
    <Question opened onClose={onClose} title={words.renameTitle(group.name)}>
      <form
        id="rename-group"
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '' && wanted !== group.name) rename.mutate()
        }}
      >
        <TextInput
          label={words.name}
          maxLength={100}
          data-autofocus
          value={name}
          error={wanted === '' && words.nameMissing}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </form>
      <Button variant="default" onClick={onClose} disabled={rename.isPending}>
        {words.keepName}
      </Button>
      <Button
        type="submit"
        form="rename-group"
        loading={rename.isPending}
        disabled={wanted === '' || wanted === group.name}
      >
        {words.renameNow}
      </Button>
    </Question>
  )
}

const CancelGroup = ({ group, ids, onClose }: Asking) => {
  const queries = useQueryClient()
  // They are told of their own passengers alone.
  const represents = useRepresents()
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
    <Question
      opened
      onClose={onClose}
      title={words.cancelTitle(group.name)}
      text={words.cancelText(ids.length)}
      beneath={represents ? undefined : <EffectBeneath action={{ kind: 'cancel', service_request_ids: [...ids] }} />}
    >
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
