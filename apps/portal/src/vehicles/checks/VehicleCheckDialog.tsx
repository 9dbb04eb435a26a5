import { api, type VehicleCheck } from '@ambit/contract'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { useCan } from '../../auth/permissions.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { RecordStatus } from '../../records/status.tsx'
import { checkStatuses, vehicleCheckRecords } from '../../records/vehicle-checks.ts'
import { useFormat } from '../../settings/format.ts'
import { FactList } from '../../ui/FactList.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { Photos } from '../photos/Photos.tsx'
import classes from './checks.module.css'
import { RELEASE } from './keys.ts'
import { checkStrings as words } from './strings.ts'

/** One finished check, answer by answer; a vehicle that may not be driven can be released for the trip. */
const VehicleCheckDialog = () => {
  const { id } = useDialog()
  const may = useCan()(RELEASE)
  return (
    <Loaded query={useQuery(vehicleCheckRecords.one(Number(id)))} title={words.one}>
      {(check) => (
        <DialogFrame
          title={`${check.vehicle_number}, ${check.checklist_name}`}
          id={`${words.one} ${check.id}`}
          status={<RecordStatus of={checkStatuses} status={check.result} />}
        >
          <Facts check={check} />
          <section className={classes['answers']} aria-label={words.answers}>
            <h3>{words.answers}</h3>
            <dl>
              {check.answers.map((answer, place) => (
                <div key={answer.item ?? place} data-failed={answer.failed || undefined}>
                  <dt>
                    {answer.label} {answer.critical && <small>({words.critical})</small>}
                  </dt>
                  <dd>
                    {answer.value ?? words.notAnswered}
                    {answer.note !== null && <p>{answer.note}</p>}
                    <Photos
                      photos={check.photos.filter(({ item }) => item === answer.item)}
                      read={(photo, signal) =>
                        client.fetch(api.vehicleChecks.photo, { params: { id: check.id, photo }, signal })
                      }
                      remove={may ? (photo, reason) => removePhoto(check.id, photo, reason) : null}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          {check.result === 'not_to_be_driven' && check.released_at === null && may && <Release check={check} />}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default VehicleCheckDialog

const removePhoto = async (id: number, photo: string, reason: string): Promise<void> => {
  const { data } = await client.call(api.vehicleChecks.removePhoto, { params: { id, photo }, body: { reason } })
  vehicleCheckRecords.saved(data)
}

const Facts = ({ check }: { check: VehicleCheck }) => {
  const format = useFormat()
  const { columns } = words
  const { released_by, released_at, released_reason } = check
  const facts: [string, ReactNode][] = [
    [columns.done_at, format.dateTime(check.done_at)],
    [columns.driver, check.driver_name],
    [columns.trip, check.trip_name],
    [
      columns.released,
      released_at === null ? null : words.released(released_by, format.dateTime(released_at), released_reason ?? ''),
    ],
  ]
  return <FactList label={words.facts} facts={facts} />
}

const isReason = (text: string): boolean => text.trim().length >= 3 && text.trim().length <= 300

const Release = ({ check }: { check: VehicleCheck }) => {
  const [reason, setReason] = useState('')
  const release = useMutation({
    mutationFn: () =>
      client.call(api.vehicleChecks.release, { params: { id: check.id }, body: { reason: reason.trim() } }),
    onSuccess: ({ data }) => vehicleCheckRecords.saved(data),
  })
  return (
    <form
      className={classes['release']}
      aria-label={words.releaseTitle}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReason(reason)) release.mutate()
      }}
    >
      <h3>{words.releaseTitle}</h3>
      <p>{words.releaseText}</p>
      <Textarea
        label={words.reason}
        description={words.reasonHint}
        withAsterisk
        autosize
        minRows={2}
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button type="submit" disabled={!isReason(reason)} loading={release.isPending}>
        {words.release}
      </Button>
      {release.isError && (
        <ToneAlert tone="danger" title={words.releaseFailed}>
          {failureText(release.error)}
        </ToneAlert>
      )}
    </form>
  )
}
