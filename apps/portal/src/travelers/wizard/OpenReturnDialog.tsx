import { api, type OpenReturnCall } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { openReturnRecords } from '../../records/open-returns/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { addDraft } from '../drafts.ts'
import { searchedFor } from './booking-to-change.ts'
import { keepSearch } from './queries.ts'
import { Searching } from './Searching.tsx'
import { wizardStrings } from './strings.ts'
import classes from './OpenReturnDialog.module.css'

const words = wizardStrings.called

/** The passenger calls for the way back: a search for now, whose trips are chosen in the wizard. */
const OpenReturnDialog = () => {
  const { id, close } = useDialog()
  const key = useRef(freshKey())
  const asked = useRef(false)
  const call = useMutation({
    mutationFn: () =>
      client
        .call(api.openReturns.activate, { params: { id: Number(id) }, idempotencyKey: key.current })
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
          <Searching onStop={close} />
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

/** Gives its place to the wizard with the trips that were found. */
const Found = ({ call }: { call: OpenReturnCall }) => {
  const { change } = useDialogStack()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { open_return: open, service_availability_search: search, in_time, minutes } = call
    keepSearch(search)
    const { uuid } = addDraft({ id: open.traveler_id, handicapped: false }, open.zone_id, {
      bookingData: { ...searchedFor(search, search.traveling_at), leaveNow: true },
      openReturnId: open.id,
      step: 1,
      status: 'offerings available',
      serviceAvailabilitySearchId: search.id,
      serviceOfferingId: search.service_offerings[0]?.id ?? null,
      errorMessage: in_time ? null : words.later(minutes),
    })
    const wizard = dialogRef('TripBookingWizardDialog', 'booking', uuid)
    change((stack) => [...stack.filter(({ name }) => name !== 'OpenReturnDialog'), wizard], true)
  }, [call, change])
  return (
    <DialogFrame title={words.title}>
      <p role="status">{words.found}</p>
    </DialogFrame>
  )
}

const Nothing = ({
  call: { open_return: open, service_availability_search: search, minutes },
}: {
  call: OpenReturnCall
}) => {
  const { close } = useDialog()
  return (
    <DialogFrame title={words.title}>
      <div role="alert">
        <EmptyState
          icon={IconHourglass}
          title={words.waits(open.traveler_name)}
          reason={`${words.nothing(minutes)} ${search.message ?? ''}`.trim()}
          action={<Button onClick={close}>{wizardStrings.close}</Button>}
        />
      </div>
    </DialogFrame>
  )
}
