import { AffectedBookings, api, ApiError, type Trip, type TripState } from '@ambit/contract'
import { Button, Radio, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../dialogs/Loaded.tsx'
import { tripRecords, tripStateLabel } from '../records/trips.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { EffectBeneath } from '../records/effects/EffectBeneath.tsx'
import { NOTIFY } from '../records/notice-keys.ts'
import { noticeOffer } from '../records/notice-offer.ts'
import { useTripErrorNotice } from '../records/trip-error.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog, useOpenDialog } from '../dialogs/stack.ts'
import { UnsavedGuard } from '../form/UnsavedGuard.tsx'
import { notify } from '../notifications/notify.tsx'
import { ConfirmDialog } from '../table/RowActions.tsx'
import { Affected } from './Affected.tsx'
import { tripChanged } from './queries.ts'
import { isTripState } from '../records/trips.ts'
import { tripStrings } from './strings.ts'
import { TripStateTag } from '../records/TripStateTag.tsx'
import shared from './trips.module.css'
import classes from './TripStatusDialog.module.css'

const words = tripStrings.statusDialog
const REASON_LIMIT = 1000

/** Moves a trip on to another state, or cancels it once all affected passengers have been shown. */
const TripStatusDialog = () => {
  const { id } = useDialog()
  const trip = useQuery(tripRecords.one(Number(id)))
  useTripErrorNotice(trip.error)
  return (
    <Loaded query={trip} title={tripStrings.one}>
      {(record) => (
        <DialogFrame title={words.title(record.name)}>
          <StatusForm trip={record} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default TripStatusDialog

const StatusForm = ({ trip }: { trip: Trip }) => {
  const can = useCan()
  const form = useStatusForm(trip)
  const { chosen, affected } = form
  const options = can('TripManagement:tripStatusDialog:canUpdate') ? trip.allowed_transitions : []
  return (
    <div className={classes['statusForm']}>
      <p className={classes['now']}>
        {words.now} <TripStateTag trip={trip} />
      </p>
      {options.length === 0 ? (
        <p className={shared['none']} role="status">
          {words.none}
        </p>
      ) : (
        <>
          <Radio.Group label={words.next} value={chosen ?? ''} onChange={form.choose}>
            <Stack gap={8} mt={4}>
              {options.map((state) => (
                <Radio key={state} value={state} label={tripStateLabel(state)} disabled={affected !== null} />
              ))}
            </Stack>
          </Radio.Group>
          {chosen === 'cancelled' && (
            <Textarea
              label={words.reason}
              autosize
              minRows={3}
              maxLength={REASON_LIMIT}
              value={form.reason}
              onChange={(event) => form.setReason(event.currentTarget.value)}
            />
          )}
          {affected !== null && <Affected affected={affected} />}
          <div className={shared['buttons']}>
            {affected !== null && (
              <Button variant="default" mr={8} onClick={form.reset}>
                {words.cancel}
              </Button>
            )}
            <Button
              disabled={chosen === null}
              color={chosen === 'cancelled' ? 'red.8' : undefined}
              onClick={() => form.ask(true)}
            >
              {affected === null ? words.submit : words.submitForced}
            </Button>
          </div>
          {chosen === 'cancelled' && <EffectBeneath action={{ kind: 'trip_cancelled', trip_id: trip.id }} />}
        </>
      )}
      <ConfirmDialog
        question={
          form.asked
            ? {
                title: affected === null ? words.submit : words.submitForced,
                text: words.question,
                button: words.confirm,
              }
            : null
        }
        danger={chosen === 'cancelled'}
        onCancel={() => form.ask(false)}
        onConfirm={form.send}
      />
      <UnsavedGuard dirty={chosen === 'cancelled' && form.reason !== ''} isSaved={() => false} />
    </div>
  )
}

/** What is chosen, and what the server has shown of it; both gone once it is done. */
const useStatusForm = (trip: Trip) => {
  const can = useCan()
  const open = useOpenDialog()
  const [picked, setPicked] = useState<TripState | null>(null)
  const [reason, setReason] = useState('')
  const [affected, setAffected] = useState<AffectedBookings | null>(null)
  const [asked, ask] = useState(false)
  // Another user may have moved the trip on in the meantime.
  const chosen = picked !== null && trip.allowed_transitions.includes(picked) ? picked : null
  const reset = (): void => {
    setPicked(null)
    setReason('')
    setAffected(null)
  }
  const send = async (): Promise<void> => {
    if (chosen === null) return ask(false)
    try {
      const { data } = await client.call(api.trips.changeState, {
        params: { id: trip.id },
        body: {
          status: chosen,
          force: affected !== null,
          ...(affected === null ? {} : { shown: affected }),
          ...(chosen === 'cancelled' && reason.trim() !== '' ? { status_message: reason.trim() } : {}),
        },
        version: trip.version,
      })
      if (data.trip.current_state === chosen) {
        const offer = chosen === 'cancelled' ? noticeOffer(open, can(NOTIFY), { trip_id: trip.id }) : {}
        notify({ type: 'success', title: tripStrings.success, message: tripStrings.saved, ...offer })
        reset()
      } else setAffected(listsOf(data))
    } catch (error) {
      announceFailure(error, words.failed)
      const fresh = error instanceof ApiError ? AffectedBookings.safeParse(error.meta) : null
      if (fresh?.success) setAffected(fresh.data)
    }
    tripChanged(trip.id)
    ask(false)
  }
  return {
    chosen,
    choose: (state: string) => setPicked(isTripState(state) ? state : null),
    reason,
    setReason,
    affected: chosen === null ? null : affected,
    asked,
    ask,
    reset,
    send,
  }
}

const listsOf = (lists: AffectedBookings): AffectedBookings => ({
  service_requests_to_be_cancelled: lists.service_requests_to_be_cancelled,
  service_requests_to_be_reassigned: lists.service_requests_to_be_reassigned,
})
