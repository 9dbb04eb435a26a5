import { StopNoteField } from '../../records/StopNoteField.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import type { NotesOfWay } from './stop-notes.ts'
import { wizardStrings } from './strings.ts'
import { changeBack } from './way-back.ts'
import classes from './StopNotes.module.css'

type Props = { draft: BookingDraft; notes: { there: NotesOfWay; back: NotesOfWay }; both?: boolean }

/** What the driver is told at each stop of the ride; there and back: of both ways. */
export const StopNotes = ({ draft: { uuid }, notes, both = false }: Props) => {
  const there = (
    <Fields
      notes={notes.there}
      onPickup={(pickup_note) => changeDraft(uuid, { pickup_note })}
      onDropoff={(dropoff_note) => changeDraft(uuid, { dropoff_note })}
    />
  )
  if (!both) return there
  return (
    <div className={classes['ways']}>
      <fieldset>
        <legend>{wizardStrings.back.thereWay}</legend>
        {there}
      </fieldset>
      <fieldset>
        <legend>{wizardStrings.back.way}</legend>
        <Fields
          notes={notes.back}
          onPickup={(pickup_note) => changeBack(uuid, { pickup_note })}
          onDropoff={(dropoff_note) => changeBack(uuid, { dropoff_note })}
        />
      </fieldset>
    </div>
  )
}

type Changes = { onPickup: (text: string) => void; onDropoff: (text: string) => void }

const Fields = ({ notes, onPickup, onDropoff }: Changes & { notes: NotesOfWay }) => (
  <>
    <StopNoteField end="pickup" value={notes.pickup.text} from={notes.pickup.from} onChange={onPickup} />
    <StopNoteField end="dropoff" value={notes.dropoff.text} from={notes.dropoff.from} onChange={onDropoff} />
  </>
)
