import { RESOLUTION_LENGTH, type ServiceException } from '@ambit/contract'
import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import { StatusTag, type Tone } from '../ui/StatusTag.tsx'
import { Link } from '../url/link.tsx'
import { keptSearch } from './navigation.ts'
import { monitoringPath } from './place.ts'
import classes from './attention.module.css'
import { sentenceOf } from './sentence.ts'
import { attentionStrings as words } from './attention-strings.ts'
import { useAnswers } from './use-answers.ts'

const tones: Readonly<Record<ServiceException['severity'], Tone>> = { urgent: 'danger', soon: 'warning', watch: 'info' }

type Props = {
  exception: ServiceException
  regionId: number | null
  /** the map shows its vehicle */
  current: boolean
  onLocate: (tripId: number) => void
}

/** One cause: what has happened, since when, who sees to it, and what can be done. */
export const ExceptionRow = ({ exception, regionId, current, onLocate }: Props) => {
  const { severity, kind, zone_name, time_zone, trip_id, opened_at, taken_by, state, text } = exception
  const format = useFormat(time_zone)
  const minutes = Math.floor((useNow(10_000).getTime() - Date.parse(opened_at)) / 60_000)
  const sentence = sentenceOf(exception)
  return (
    <li className={classes['row']} data-current={current || undefined}>
      <Group gap="xs">
        <StatusTag tone={tones[severity]}>{words.severities[severity]}</StatusTag>
        <strong>{words.kinds[kind]}</strong>
        <span className={classes['zone']}>{zone_name}</span>
      </Group>
      {trip_id === null ? (
        <p className={classes['sentence']}>{sentence}</p>
      ) : (
        <button
          type="button"
          className={classes['sentence']}
          title={words.locate(sentence)}
          aria-current={current || undefined}
          onClick={() => onLocate(trip_id)}
        >
          {sentence}
        </button>
      )}
      {text !== null && <blockquote className={classes['text']}>{text}</blockquote>}
      <p className={classes['since']}>
        {words.opened(format.time(opened_at))}, {words.since(minutes)}
        {state === 'taken' && taken_by !== null && <b> · {words.taken(taken_by)}</b>}
      </p>
      <Answers exception={exception} regionId={regionId} />
    </li>
  )
}

const Answers = ({ exception, regionId }: Pick<Props, 'exception' | 'regionId'>) => {
  const { id, state, kind, facts, trip_id, driver_phone } = exception
  const { may, busy, take, approve, resolve } = useAnswers(id)
  const open = useOpenDialog()
  const [resolving, setResolving] = useState(false)
  const lost = kind === 'incident' && facts.incident === 'breakdown' ? trip_id : null
  const showLost = (tripId: number): void => open('LostVehicleDialog', 'edit', tripId)
  const takeIt = async (): Promise<void> => {
    await take()
    if (lost !== null) showLost(lost)
  }
  const approval = kind === 'approval'
  const contested = kind === 'no_show_contested'
  if (resolving)
    return <Resolution busy={busy} contested={contested} onResolve={resolve} onCancel={() => setResolving(false)} />
  return (
    <Group gap="xs">
      {may && state === 'open' && (
        <Button size="xs" loading={busy} onClick={() => void takeIt()}>
          {words.take}
        </Button>
      )}
      {may && (
        <Button
          size="xs"
          variant="default"
          loading={approval && busy}
          onClick={() => {
            if (!approval) setResolving(true)
            else void (facts.override === undefined ? resolve(words.approved) : approve(facts.override))
          }}
        >
          {approval ? words.approve : words.resolve}
        </Button>
      )}
      {lost !== null && (
        <Button size="xs" variant="default" onClick={() => showLost(lost)}>
          {words.lost}
        </Button>
      )}
      {contested && facts.service_request_id !== undefined && (
        <Button
          size="xs"
          variant="default"
          onClick={() => open('LiveBookingDialog', 'view', facts.service_request_id!)}
        >
          {words.openBooking}
        </Button>
      )}
      {driver_phone !== null && (
        <a className="text-link" href={`tel:${driver_phone.replaceAll(' ', '')}`}>
          {words.callDriver(driver_phone)}
        </a>
      )}
      {trip_id !== null && kind === 'driver_action' && (
        <Link to={`/TripManagement/view/${trip_id}`} className="text-link">
          {words.settle}
        </Link>
      )}
      {trip_id !== null && kind !== 'driver_action' && (
        <Link
          to={monitoringPath({ view: 'trip', regionId, tripId: trip_id })}
          search={keptSearch}
          className="text-link"
        >
          {words.openTrip}
        </Link>
      )}
    </Group>
  )
}

type ResolutionProps = {
  busy: boolean
  /** a miss, of which it is decided whether it counts */
  contested: boolean
  onResolve: (note: string, counts?: boolean) => Promise<void>
  onCancel: () => void
}

const Resolution = ({ busy, contested, onResolve, onCancel }: ResolutionProps) => {
  const [note, setNote] = useState('')
  const ready = note.trim() !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) void (contested ? onResolve(note, true) : onResolve(note))
  }
  return (
    <form className={classes['resolution']} onSubmit={submit}>
      <Textarea
        label={words.note}
        withAsterisk
        autosize
        autoFocus
        minRows={2}
        maxLength={RESOLUTION_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onCancel}>
          {words.keepOpen}
        </Button>
        {contested && (
          <Button size="xs" loading={busy} disabled={!ready} onClick={() => void onResolve(note, false)}>
            {words.countsNot}
          </Button>
        )}
        <Button size="xs" type="submit" loading={busy} disabled={!ready}>
          {contested ? words.counts : words.resolve}
        </Button>
      </Group>
    </form>
  )
}
