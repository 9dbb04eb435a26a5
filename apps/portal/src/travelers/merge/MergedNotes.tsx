import { api, type TravelerMerge } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { notify } from '../../notifications/notify.tsx'
import { travelerRecords } from '../../records/travelers.ts'
import { useFormat } from '../../settings/format.ts'
import { Question } from '../../ui/Question.tsx'
import { mergesQuery } from './queries.ts'
import { mergeStrings as words } from './strings.ts'
import { useMayMerge } from './use-may-merge.ts'
import classes from './merge.module.css'

/** What was merged into a passenger and can still be undone. */
export const MergedNotes = ({ travelerId }: { travelerId: number }) => {
  const may = useMayMerge()
  const merges = useQuery({ ...mergesQuery(travelerId), enabled: may })
  const open = (merges.data ?? []).filter(({ kept_id, undo_until }) => kept_id === travelerId && undo_until !== null)
  return open.map((merge) => <Note key={merge.id} merge={merge} />)
}

const Note = ({ merge: { id, merged_id, merged_name, merged_at, undo_until } }: { merge: TravelerMerge }) => {
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const undo = useMutation({
    mutationFn: () => client.call(api.travelerMerges.undo, { params: { id } }),
    onSuccess: ({ data: { left } }) => {
      travelerRecords.changed()
      notify({ type: 'success', title: words.undone, message: words.left(left) })
    },
    onError: (error) => announceFailure(error, words.undoFailed),
    onSettled: () => setAsking(false),
  })
  const [on, until] = [merged_at, undo_until ?? merged_at].map((moment) => format.date(moment))
  return (
    <div className={classes['note']}>
      <p>{words.note(merged_name ?? words.nameless, merged_id, on ?? '', until ?? '')}</p>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.undoNamed(merged_id)}
        onClick={() => setAsking(true)}
      >
        {words.undo}
      </Button>
      <Question
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.undoTitle}
        text={words.undoWill(merged_id)}
      >
        <Button variant="default" onClick={() => setAsking(false)}>
          {words.keep}
        </Button>
        <Button loading={undo.isPending} onClick={() => undo.mutate()}>
          {words.undo}
        </Button>
      </Question>
    </div>
  )
}
