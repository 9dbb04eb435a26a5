import { type FormEvent, useId, useState } from 'react'
import { INCIDENT_LENGTH, type IncidentKind, incidentKinds } from '@ambit/contract'
import { useDrive } from '../ui/drive.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { useStanding } from '../ui/use-standing.ts'
import settings from './settings.module.css'
import { Photos, type TakenPhoto } from './Photos.tsx'
import styles from './trips.module.css'

/** Tells dispatch of an incident; it works without a signal. */
export const Report = ({ onBack }: { onBack: () => void }) => {
  const { device, say } = useDrive()
  const heading = useHeadingFocus('report')
  const standing = useStanding()
  const id = useId()
  const [kind, setKind] = useState<IncidentKind | null>(null)
  const [note, setNote] = useState('')
  const [photos, setPhotos] = useState<readonly TakenPhoto[]>([])
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<'report_choose' | 'report_kept' | null>(null)
  const { attempt, trouble } = useAttempt()
  const send = async (): Promise<string | null> => {
    setSaid(kind === null ? 'report_choose' : null)
    if (kind === null) return null
    await device.report(
      kind,
      note.trim(),
      photos.map((one) => one.id),
    )
    setKind(null)
    setNote('')
    setPhotos([])
    setSaid('report_kept')
    return null
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (standing && !busy) void attempt(send)
  }
  return (
    <main className={styles['page']}>
      <h1 ref={heading} tabIndex={-1}>
        {say('report')}
      </h1>
      <button type="button" onClick={onBack}>
        {say('back_to_trip')}
      </button>
      <form className={styles['buttons']} onSubmit={submit}>
        {!standing && <p role="status">{say('stop_first')}</p>}
        <fieldset className={settings['choice']} disabled={!standing}>
          <legend>{say('report_what')}</legend>
          {incidentKinds.map((one) => (
            <label key={one}>
              <input type="radio" name={id} checked={one === kind} onChange={() => setKind(one)} />
              <span>{say(`incident_${one}`)}</span>
            </label>
          ))}
        </fieldset>
        <label htmlFor={`${id}-note`}>{say('report_note')}</label>
        <textarea
          id={`${id}-note`}
          rows={3}
          value={note}
          maxLength={INCIDENT_LENGTH}
          disabled={!standing}
          onChange={({ target }) => setNote(target.value)}
        />
        <Photos photos={photos} busy={busy} disabled={!standing} onChange={setPhotos} onBusy={setBusy} />
        <p role="status">{said === null ? trouble : say(said)}</p>
        <button type="submit" className="main" aria-disabled={!standing || kind === null || busy}>
          {say('report_send')}
        </button>
      </form>
    </main>
  )
}
