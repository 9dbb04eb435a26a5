import {
  api,
  type ExceptionMute,
  MUTE_MINUTES,
  MUTE_REASON_LENGTH,
  neverMuted,
  type ServiceException,
} from '@ambit/contract'
import { Button, Group, NumberInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { refusedFields } from '../form/server-errors.ts'
import { notify } from '../notifications/notify.tsx'
import { forget, remember } from '../records/exceptions/answered.ts'
import shared from '../records/exceptions/exceptions.module.css'
import { exceptionsChanged, isMutedBy, mutesQuery } from '../records/exceptions/queries.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import { useScope } from '../url/scope.ts'
import classes from './inbox.module.css'
import { MUTE } from './keys.ts'
import { muteStrings as words } from './strings.ts'

/** What is muted in the chosen zones, all the while. */
export const MuteBar = () => {
  const [{ region, zone }] = useScope()
  const { data = [] } = useQuery(mutesQuery)
  const now = useNow(10_000).getTime()
  const mutes = data.filter(
    ({ region_id, zone_id, until }) =>
      Date.parse(until) > now &&
      (region === null || region_id === region) &&
      (zone.length === 0 || zone.includes(zone_id)),
  )
  if (mutes.length === 0) return null
  return (
    <ul className={classes['mutes']} aria-label={words.list}>
      {mutes.map((mute) => (
        <Muted key={mute.id} mute={mute} />
      ))}
    </ul>
  )
}

const Muted = ({ mute }: { mute: ExceptionMute }) => {
  const { id, kind, until, time_zone, zone_name, reason, muted_by } = mute
  const may = useCan()(MUTE)
  const format = useFormat(time_zone)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const end = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.call(api.exceptionMutes.destroy, { params: { id } })
      forget('mute', id)
    } catch (error) {
      announceFailure(error, words.failed)
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
  }
  const kindName = exceptionStrings.kinds[kind]
  return (
    <li>
      <b>{words.muted(kindName, format.time(until))}</b>
      <span>{[zone_name, reason, muted_by].filter((part) => part !== null).join(' · ')}</span>
      {may && (
        <Button
          size="compact-xs"
          variant="default"
          loading={busy}
          aria-label={words.endOf(kindName)}
          onClick={() => void end()}
        >
          {words.end}
        </Button>
      )}
    </li>
  )
}

const muteless: readonly ServiceException['kind'][] = neverMuted

type Mutable = Pick<ServiceException, 'kind' | 'zone_id' | 'zone_name'>

/** Mutes the kind of an exception in its zone, with a reason. */
export const MuteForm = ({ exception }: { exception: Mutable }) => {
  const may = useCan()(MUTE)
  const { data = [] } = useQuery(mutesQuery)
  const now = useNow(10_000)
  const [asked, ask] = useState(false)
  const never = muteless.includes(exception.kind) || exception.zone_id === null
  if (!may || never || data.some((mute) => isMutedBy(exception, mute, now))) return null
  if (!asked)
    return (
      <Group>
        <Button size="xs" variant="subtle" onClick={() => ask(true)}>
          {words.open(exceptionStrings.kinds[exception.kind], exception.zone_name ?? '')}
        </Button>
      </Group>
    )
  return <Asking exception={exception} onDone={() => ask(false)} />
}

const Asking = ({ exception: { kind, zone_id }, onDone }: { exception: Mutable; onDone: () => void }) => {
  const queries = useQueryClient()
  const [minutes, setMinutes] = useState<number | string>(30)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const body = { kind, zone_id: zone_id ?? 0, minutes: Number(minutes), reason }
      const { data } = await client.call(api.exceptionMutes.create, { body })
      remember('mute', [data.id])
      notify({ type: 'success', title: words.done(exceptionStrings.kinds[kind]), message: '' })
      onDone()
    } catch (error) {
      const fields = refusedFields(error)
      if (fields === null) announceFailure(error, words.failed)
      else setRefused(fields)
    } finally {
      setBusy(false)
      exceptionsChanged(queries)
    }
  }
  return (
    <form className={shared['resolution']} onSubmit={(event) => void submit(event)}>
      <NumberInput
        label={words.minutes}
        description={words.range(MUTE_MINUTES.least, MUTE_MINUTES.most)}
        allowDecimal={false}
        clampBehavior="none"
        value={minutes}
        error={refused.get('/minutes')}
        onChange={setMinutes}
      />
      <TextInput
        label={words.reason}
        withAsterisk
        maxLength={MUTE_REASON_LENGTH}
        value={reason}
        error={refused.get('/reason')}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button size="xs" type="submit" loading={busy}>
          {words.mute}
        </Button>
      </Group>
    </form>
  )
}
