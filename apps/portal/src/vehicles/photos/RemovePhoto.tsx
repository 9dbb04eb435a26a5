import { PhotoRemoval } from '@ambit/contract'
import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { OWN_ESCAPE } from './own-escape.ts'
import classes from './photos.module.css'
import { photoStrings as words } from './strings.ts'

type Remove = (reason: string) => Promise<void>

/** Removes the photo that is open, once it was asked why. */
export const RemovePhoto = ({ remove }: { remove: Remove }) => {
  const [step, setStep] = useState<'begin' | 'asking' | 'left'>('begin')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (step === 'left') button.current?.focus()
  }, [step])
  if (step === 'asking') return <Asking remove={remove} onLeave={() => setStep('left')} />
  return (
    <Button ref={button} variant="default" c="var(--danger)" onClick={() => setStep('asking')} {...OWN_ESCAPE}>
      {words.remove}
    </Button>
  )
}

const Asking = ({ remove, onLeave }: { remove: Remove; onLeave: () => void }) => {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const removal = useMutation({ mutationFn: remove })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const given = PhotoRemoval.safeParse({ reason })
    setProblem(given.error?.issues[0]?.message ?? null)
    if (given.success && !removal.isPending) removal.mutate(given.data.reason)
  }
  /** The arrows move within the text, and Esc leaves the question alone; Tab is the window's. */
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'Escape') onLeave()
  }
  return (
    <form className={classes['asking']} aria-label={words.removeTitle} noValidate onSubmit={submit} onKeyDown={pressed}>
      <p>{words.removeText}</p>
      <Textarea
        autoFocus
        label={words.reason}
        description={words.reasonHint}
        error={problem}
        withAsterisk
        autosize
        minRows={2}
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        {...OWN_ESCAPE}
      />
      {removal.isError && (
        <ToneAlert tone="danger" title={words.removeFailed}>
          {failureText(removal.error)}
        </ToneAlert>
      )}
      <Group gap="xs">
        <Button variant="default" disabled={removal.isPending} onClick={onLeave} {...OWN_ESCAPE}>
          {words.leave}
        </Button>
        <Button type="submit" color="red.8" loading={removal.isPending} {...OWN_ESCAPE}>
          {words.remove}
        </Button>
      </Group>
    </form>
  )
}
