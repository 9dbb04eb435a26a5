import { api, type VehicleNote } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Photos } from './photos/Photos.tsx'
import { UPDATE } from './keys.ts'
import { noteSaved, notesQuery } from './queries.ts'
import { noteStrings as words, vehicleStrings } from './strings.ts'
import classes from './vehicles.module.css'

/** What was written about a vehicle, the newest first. */
export const VehicleNotes = ({ vehicleId }: { vehicleId: number }) => {
  const notes = useInfiniteQuery(notesQuery(vehicleId))
  const open = useOpenDialog()
  const add = (
    <Button
      variant="default"
      leftSection={<IconMessagePlus size={16} />}
      onClick={() => open('VehicleNoteDialog', 'create', vehicleId)}
    >
      {vehicleStrings.addNote}
    </Button>
  )
  if (notes.isPending) return <Skeleton h={80} />
  if (notes.data === undefined) return <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
  const all = notes.data.pages.flatMap((page) => page.data)
  if (all.length === 0) return <EmptyState title={words.none} action={add} />
  return (
    <>
      <div className={classes['tabHead']}>
        <span>{words.tabCount(notes.data.pages[0]?.meta.total ?? all.length)}</span>
        {add}
      </div>
      <ul className={classes['notes']}>
        {all.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {notes.hasNextPage && (
        <Button variant="default" loading={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}

const Note = ({ note }: { note: VehicleNote }) => {
  const format = useFormat()
  const may = useCan()(UPDATE)
  const facts = [
    { label: words.fields.witness_details, text: note.witness_details },
    {
      label: words.fields.insurance_details,
      text: note.insurance_details === null ? null : words.insurance[note.insurance_details],
    },
  ].filter(({ text }) => text !== null && text !== '')
  return (
    <li className={classes['note']}>
      <p className={classes['noteHead']}>
        <StatusTag tone={note.category === 'incident' ? 'warning' : 'neutral'}>
          {note.subcategory === null ? words.categories[note.category] : words.subcategories[note.subcategory]}
        </StatusTag>
        <time dateTime={note.created_at}>{format.dateTime(note.created_at)}</time>
        {note.created_by_name !== null && <span>{words.by(note.created_by_name)}</span>}
      </p>
      <p className={classes['noteText']}>{note.details}</p>
      {facts.length > 0 && (
        <dl className={classes['noteFacts']}>
          {facts.map(({ label, text }) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Photos
        photos={note.photos}
        read={(photo, signal) => client.fetch(api.vehicleNotes.photo, { params: { id: note.id, photo }, signal })}
        remove={
          may
            ? async (photo, reason) => {
                const call = { params: { id: note.id, photo }, body: { reason } }
                noteSaved((await client.call(api.vehicleNotes.removePhoto, call)).data)
              }
            : null
        }
      />
    </li>
  )
}
