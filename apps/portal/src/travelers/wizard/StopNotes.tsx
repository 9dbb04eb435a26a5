import { StopNoteField } from '../../records/StopNoteField.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { changeLeg, legsOf } from './legs.ts'
import type { NotesOfWay, useStopNotes } from './stop-notes.ts'
import classes from './StopNotes.module.css'

type Props = { draft: BookingDraft; notes: ReturnType<typeof useStopNotes>; all?: boolean }

/** What the driver is told at each stop of the ride; `all`: of all legs that are booked together. */
export const StopNotes = ({ draft, notes, all = false }: Props) => {
  const { uuid } = draft
  if (!all) return <Fields uuid={uuid} leg={0} notes={notes.there} />
  return (
    <div className={classes['ways']}>
      {[notes.there, ...notes.further].map((ofLeg, index) => (
        <fieldset key={index}>
          <legend>{legsOf(draft)[index]?.title}</legend>
          <Fields uuid={uuid} leg={index} notes={ofLeg} />
        </fieldset>
      ))}
    </div>
  )
}

const Fields = ({ uuid, leg, notes }: { uuid: string; leg: number; notes: NotesOfWay }) => (
  <>
    <StopNoteField
      end="pickup"
      value={notes.pickup.text}
      from={notes.pickup.from}
      onChange={(pickup_note) => changeLeg(uuid, leg, { pickup_note })}
    />
    <StopNoteField
      end="dropoff"
      value={notes.dropoff.text}
      from={notes.dropoff.from}
      onChange={(dropoff_note) => changeLeg(uuid, leg, { dropoff_note })}
    />
  </>
)
