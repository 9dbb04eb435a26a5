import { ApiError } from '@ambit/contract'
import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { OFFLINE_SAVE } from '../api/failure-text.ts'
import { PasskeyFailure } from '../auth/passkeys.ts'
import { securityStrings as words } from './strings.ts'

type Props = {
  label: string
  description?: string
  autoComplete?: string
  initial?: string
  submit: string
  onSubmit: (value: string) => Promise<void>
  onCancel: () => void
}

const failureOf = (error: unknown): string => {
  if (error instanceof PasskeyFailure) return error.message
  return error instanceof ApiError ? (error.errors[0]?.detail ?? '') : OFFLINE_SAVE
}

/** A dialog's one field, with what the server says to it beside it. */
export const OneField = ({
  label,
  description,
  autoComplete = 'off',
  initial = '',
  submit,
  onSubmit,
  onCancel,
}: Props) => {
  const [value, setValue] = useState(initial)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (value.trim() === '' || busy) return
    setBusy(true)
    setFailure('')
    try {
      await onSubmit(value.trim())
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <TextInput
        data-autofocus
        autoFocus
        label={label}
        description={description}
        autoComplete={autoComplete}
        value={value}
        error={failure === '' ? undefined : failure}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt={16}>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={value.trim() === ''}>
          {submit}
        </Button>
      </Group>
    </form>
  )
}
