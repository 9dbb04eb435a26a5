import { BOOKING_COMMENT_LENGTH } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useMasks } from '../../auth/masks.ts'
import { placeRecords } from '../../records/places.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { wizardStrings as words } from './strings.ts'
import shared from './wizard.module.css'

/** Notes of the places of the place book, to be taken into the comment, which the driver reads. */
export const PlaceNotes = ({ draft: { uuid, bookingData, comment } }: { draft: BookingDraft }) => {
  const masked = useMasks().has('place')
  const ids = [bookingData.origin?.place_id, bookingData.destination?.place_id].filter((id) => id !== undefined)
  const places = useQueries({ queries: [...new Set(ids)].map((id) => ({ ...placeRecords.one(id), enabled: !masked })) })
  const notes = places.flatMap(({ data }) => (data === undefined || data.note === '' ? [] : [data]))
  return notes
    .filter(({ note }) => !comment.includes(note) && comment.length + note.length < BOOKING_COMMENT_LENGTH)
    .map(({ id, name, note }) => (
      <Button
        key={id}
        className={shared['addNote'] ?? ''}
        variant="default"
        size="compact-sm"
        onClick={() => changeDraft(uuid, { comment: [comment.trim(), note].filter((text) => text !== '').join(' ') })}
      >
        {words.addNote(name, note)}
      </Button>
    ))
}
