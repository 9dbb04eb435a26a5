import { type ExceptionOutcome, exceptionOutcomes, RESOLUTION_LENGTH } from '@ambit/contract'
import { Button, Group, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './exceptions.module.css'
import { exceptionStrings as words } from './strings.ts'
import type { Resolution } from './use-answers.ts'

type Props = {
  busy: boolean
  /** a miss, of which it is decided whether it counts */
  contested?: boolean
  onResolve: (resolution: Resolution) => void
  onCancel: () => void
}

const choices = exceptionOutcomes.map((value) => ({ value, label: words.outcomes[value] }))

/** With which outcome it ends, and what was done. */
export const ResolutionForm = ({ busy, contested = false, onResolve, onCancel }: Props) => {
  const [outcome, setOutcome] = useState<ExceptionOutcome>('fixed')
  const [note, setNote] = useState('')
  const said = note.trim()
  const ready = said !== '' || (outcome !== 'other' && !contested)
  const resolve = (counts?: boolean): void => {
    if (!ready) return
    onResolve({ outcome, ...(said === '' ? {} : { note: said }), ...(counts === undefined ? {} : { counts }) })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    resolve(contested ? true : undefined)
  }
  return (
    <form className={classes['resolution']} onSubmit={submit}>
      <NativeSelect
        label={words.outcome}
        data={choices}
        value={outcome}
        // A form that opens by a key takes the focus that was on its row.
        autoFocus
        onChange={({ currentTarget: { value } }) =>
          setOutcome(exceptionOutcomes.find((one) => one === value) ?? outcome)
        }
      />
      <Textarea
        label={words.note}
        withAsterisk={outcome === 'other' || contested}
        autosize
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
          <Button size="xs" loading={busy} disabled={!ready} onClick={() => resolve(false)}>
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
