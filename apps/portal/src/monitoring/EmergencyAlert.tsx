import type { ServiceException } from '@ambit/contract'
import { Button, Group, Portal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { playTones } from '../notifications/play-tones.ts'
import { exceptionsChanged, exceptionsQuery } from '../records/exceptions/queries.ts'
import { sentenceOf } from '../records/exceptions/sentence.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { useAnswers } from '../records/exceptions/use-answers.ts'
import { useFormat } from '../settings/format.ts'
import { useNavigate } from '../url/link.tsx'
import { monitoringPath } from './place.ts'
import { usePolling } from '../live/use-polling.ts'
import classes from './attention.module.css'
import { attentionStrings as words } from './attention-strings.ts'

/** An emergency that nobody acknowledges is heard again after so long. ms */
const AGAIN_MS = 30_000

const ring = (): void => playTones([880, 660, 880, 660, 880, 660], { volume: 0.5 })

const none: readonly ServiceException[] = []

/** Page and dialogs leave this much room above them. */
const ROOM = '--emergencies'

/** Keeps the room above the page as high as the band is. */
const keepRoom = (band: HTMLElement): (() => void) => {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(ROOM, `${band.offsetHeight}px`))
  observer.observe(band)
  return () => {
    observer.disconnect()
    style.removeProperty(ROOM)
  }
}

/** Emergencies that nobody has acknowledged yet, above everything else, with a sound; each can be put away. */
const EmergencyAlert = () => {
  const queries = useQueryClient()
  const query = useQuery({ ...exceptionsQuery, ...usePolling(() => exceptionsChanged(queries)) })
  const open = (query.data?.data ?? none).filter(({ kind, state }) => kind === 'emergency' && state === 'open')
  const [away, setAway] = useState<readonly number[]>([])
  // One that was acknowledged meanwhile and called again comes back.
  const still = away.filter((id) => open.some((one) => one.id === id))
  if (still.length < away.length && query.data !== undefined) setAway(still)
  const shown = open.filter(({ id }) => !away.includes(id))
  const sounding = shown.map(({ id }) => id).join()
  useEffect(() => {
    if (sounding === '') return
    ring()
    const timer = setInterval(ring, AGAIN_MS)
    return () => clearInterval(timer)
  }, [sounding])
  if (shown.length === 0) return null
  return (
    <Portal>
      <section ref={keepRoom} className={classes['alert']} role="alert" aria-label={words.alert}>
        {shown.map((emergency) => (
          <Emergency key={emergency.id} emergency={emergency} onDismiss={() => setAway([...still, emergency.id])} />
        ))}
      </section>
    </Portal>
  )
}
export default EmergencyAlert

const Emergency = ({ emergency, onDismiss }: { emergency: ServiceException; onDismiss: () => void }) => {
  const { region_id, trip_id, opened_at, time_zone, zone_name } = emergency
  const { may, busy, acknowledge } = useAnswers(emergency)
  const format = useFormat(time_zone ?? undefined)
  const navigate = useNavigate()
  const show = (): void => {
    const tripId = trip_id === null ? undefined : String(trip_id)
    void navigate({
      to: monitoringPath({ view: 'list', regionId: region_id }),
      search: (before) => ({ ...before, d: undefined, region: String(region_id), attention: 'open', tripId }),
    })
    onDismiss()
  }
  return (
    <div className={classes['emergency']}>
      <p>
        {sentenceOf(emergency, format)}{' '}
        <span className={classes['since']}>
          {zone_name}, {exceptionStrings.opened(format.time(opened_at))}
        </span>
      </p>
      <Group gap="xs">
        {may && (
          <Button color="red.8" loading={busy} onClick={() => void acknowledge()}>
            {exceptionStrings.acknowledge}
          </Button>
        )}
        <Button variant="default" onClick={show}>
          {words.show}
        </Button>
        <Button variant="default" onClick={onDismiss}>
          {words.dismiss}
        </Button>
      </Group>
    </div>
  )
}
