import { COMMENT_LENGTH, TravelerCommentInput } from '@ambit/contract'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { onceReleased } from '../../form/once-released.ts'
import { placeServerErrors } from '../../form/server-errors.ts'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import classes from './CommentForm.module.css'
import { commentStrings as words } from './strings.ts'

type Props = {
  before?: string
  button: string
  onSubmit: (comment: string) => Promise<void>
  onCancel?: () => void
}

const fault = (text: string): string => {
  const parsed = TravelerCommentInput.shape.comment.safeParse(text)
  return parsed.success ? '' : (parsed.error.issues[0]?.message ?? words.required)
}

/** A comment that is being written. A text that is too long gets a message and is never cut; a refused one stays. */
export const CommentForm = ({ before = '', button, onSubmit, onCancel }: Props) => {
  const [text, setText] = useState(before)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const counterId = useId()
  const used = text.trim().length
  const change = (value: string): void => {
    setText(value)
    if (error !== '') setError(fault(value))
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const wrong = fault(text)
    setError(wrong)
    if (wrong !== '') return
    setBusy(true)
    try {
      await onSubmit(text.trim())
      setText('')
    } catch (failure) {
      let beside = ''
      const rest = placeServerErrors(failure, ['comment'], (_field, message) => {
        beside = message
      })
      setError(beside === '' ? rest.join(' ') : beside)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={classes['comment']} onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard dirty={text !== before} isSaved={() => false} />
      <Textarea
        label={words.label}
        rows={4}
        withAsterisk
        disabled={busy}
        value={text}
        error={error === '' ? undefined : error}
        aria-describedby={counterId}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => text !== '' && onceReleased(() => setError(fault(text)))}
      />
      <div className={classes['commentFoot']}>
        <span className={classes['counter']} data-over={used > COMMENT_LENGTH || undefined}>
          <span aria-hidden="true">{words.counter(used, COMMENT_LENGTH)}</span>
          <span id={counterId} className="visually-hidden">
            {words.counted(used, COMMENT_LENGTH)}
          </span>
        </span>
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {words.cancel}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {button}
        </Button>
      </div>
    </form>
  )
}
