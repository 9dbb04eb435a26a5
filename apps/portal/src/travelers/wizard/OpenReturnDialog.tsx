import { api, type OpenReturnCall } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '../../api/client.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { callKey } from '../../records/open-returns/call.ts'
import { openReturnRecords } from '../../records/open-returns/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { BookingData } from '../booking-draft.ts'
import { addDraft } from '../drafts.ts'
import { searchedFor } from './booking-to-change.ts'
import { keepSearch } from './queries.ts'
import { Searching } from './Searching.tsx'
import { wizardStrings } from './strings.ts'
import classes from './OpenReturnDialog.module.css'

const words = wizardStrings.called

/**
 * The passenger calls for the way back: a search for now, whose trips are chosen in the wizard. It goes on where the
 * dialog is closed.
 */
const OpenReturnDialog = () => {
  const { id, close } = useDialog()
  const asked = useRef(false)
  const call = useMutation({
    mutationFn: () =>
      client
        .call(api.openReturns.activate, { params: { id: Number(id) }, idempotencyKey: callKey(Number(id)) })
        .then(({ data }) => data),
    onSettled: () => openReturnRecords.changed(Number(id)),
  })
  const { mutate } = call
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate()
  }, [mutate])
  if (call.isError)
    return (
      <DialogFrame title={words.title}>
        <ErrorState error={call.error} onRetry={() => mutate()} />
      </DialogFrame>
    )
  if (call.data === undefined)
    return (
      <DialogFrame title={words.title}>
        <div className={classes['searching']}>
          <Searching onStop={close} stop={wizardStrings.close} />
        </div>
      </DialogFrame>
    )
  return call.data.service_availability_search.service_offerings.length > 0 ? (
    <Found call={call.data} />
  ) : (
    <Nothing call={call.data} />
  )
}
export default OpenReturnDialog

type Called = { call: OpenReturnCall }
type Begun = NonNullable<Parameters<typeof addDraft>[2]>

/** The wizard takes the place of this dialog, for the same way back. */
const useWizard = ({ open_return: open, service_availability_search: search }: OpenReturnCall) => {
  const { change } = useDialogStack()
  return (at: Partial<BookingData>, begun: Begun): void => {
    keepSearch(search)
    const { uuid } = addDraft({ id: open.traveler_id, handicapped: false }, open.zone_id, {
      bookingData: { ...searchedFor(search, search.traveling_at), ...at },
      openReturnId: open.id,
      ...begun,
    })
    const wizard = dialogRef('TripBookingWizardDialog', 'booking', uuid)
    change((stack) => [...stack.filter(({ name }) => name !== 'OpenReturnDialog'), wizard], true)
  }
}

const Found = ({ call }: Called) => {
  const begin = useWizard(call)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { service_availability_search: search, in_time, minutes } = call
    begin(
      { leaveNow: true },
      {
        step: 1,
        status: 'offerings available',
        serviceAvailabilitySearchId: search.id,
        serviceOfferingId: search.service_offerings[0]?.id ?? null,
        errorMessage: in_time ? null : words.later(minutes),
      },
    )
  }, [call, begin])
  return (
    <DialogFrame title={words.title}>
      <p role="status">{words.found}</p>
    </DialogFrame>
  )
}

const Nothing = ({ call }: Called) => {
  const { close } = useDialog()
  const begin = useWizard(call)
  const { open_return: open, service_availability_search: search, minutes } = call
  return (
    <DialogFrame title={words.title}>
      <div role="alert">
        <EmptyState
          icon={IconHourglass}
          title={words.waits(open.traveler_name)}
          reason={`${words.nothing(minutes)} ${search.message ?? ''}`.trim()}
          action={
            <div className={classes['ways']}>
              <Button variant="default" onClick={() => begin({ traveling_at: null }, {})}>
                {words.anotherTime}
              </Button>
              <Button onClick={close}>{wizardStrings.close}</Button>
            </div>
          }
        />
      </div>
    </DialogFrame>
  )
}
