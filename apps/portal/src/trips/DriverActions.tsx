import { api, type KeptDriverAction } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { notify } from '../notifications/notify.tsx'
import { RecordStatus } from '../records/status.tsx'
import { tripRecords } from '../records/trips.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { dateAndTime } from './dates.ts'
import {
  driverActionResults,
  driverActionsQuery,
  driverActionStrings as words,
  isOfInterest,
} from './driver-actions.ts'
import classes from './DriverActions.module.css'
import { SetAside } from './SetAside.tsx'
import shared from './trips.module.css'

type Props = { tripId: number; timeZone: string | undefined }

/** What drivers told and the plan could not follow as it was told; nothing where all of it went as told. */
export const DriverActions = ({ tripId, timeZone }: Props) => {
  const may = useCan()('TripManagement:driverAction:canRead')
  const query = useQuery({ ...driverActionsQuery(tripId), enabled: may })
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const actions = (query.data ?? []).filter(isOfInterest)
  if (actions.length === 0) return null
  return (
    <section className={shared['history']} aria-label={words.title}>
      <h3>{words.title}</h3>
      <ol>
        {actions.map((action) => (
          <li key={action.id}>
            <span className="numbers">{dateAndTime(action.done_at, timeZone)}</span>
            <span>{words.kinds[action.kind]}</span>
            <Told action={action} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type One = { action: KeptDriverAction; timeZone: string | undefined }

const Told = ({ action, timeZone }: One) => {
  const { settlement, settled_by, settled_at, settled_reason } = action
  const may = useCan()('TripManagement:driverAction:canUpdate')
  return (
    <div>
      <RecordStatus of={driverActionResults} status={settlement ?? action.result} />
      <p className={classes['detail']}>
        {action.detail} <span className={shared['by']}>{action.driver_name}</span>
      </p>
      {settlement !== null && (
        <p className={classes['detail']}>
          {words.settled(settled_by, dateAndTime(settled_at, timeZone), settled_reason)}
        </p>
      )}
      {action.result === 'needs_dispatcher' && settlement === null && may && <Settling action={action} />}
    </div>
  )
}

const Settling = ({ action }: { action: KeptDriverAction }) => {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const booking = action.service_request_id === null ? '' : `, ${words.booking(action.service_request_id)}`
  const what = `${words.kinds[action.kind]}${booking}`
  const settle = async (work: () => Promise<unknown>, done: string, failed: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
      notify({ type: 'success', title: words.thanks, message: done })
    } catch (error) {
      announceFailure(error, failed)
    } finally {
      setBusy(false)
      tripRecords.changed(action.trip_id)
    }
  }
  const params = { id: action.id }
  return (
    <Group gap="xs" mt={6}>
      <Button
        size="xs"
        loading={busy}
        aria-label={words.acceptOne(what)}
        onClick={() =>
          void settle(() => client.call(api.driverActions.accept, { params }), words.accepted, words.acceptFailed)
        }
      >
        {words.accept}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={busy}
        aria-label={words.setAsideOne(what)}
        onClick={() => setAsking(true)}
      >
        {words.setAside}
      </Button>
      <SetAside
        opened={asking}
        onAnswer={(reason) => {
          setAsking(false)
          if (reason !== null)
            void settle(
              () => client.call(api.driverActions.setAside, { params, body: { reason } }),
              words.aside,
              words.asideFailed,
            )
        }}
      />
    </Group>
  )
}
