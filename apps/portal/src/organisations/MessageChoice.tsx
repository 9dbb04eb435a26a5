import { Switch } from '@mantine/core'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { organisationRecords } from '../records/organisations.ts'
import { consentStrings as words } from './strings.ts'

type Props = {
  label: string
  /** where the label alone does not say whose it is */
  name?: string
  note?: string
  checked: boolean
  save: (checked: boolean) => Promise<void>
}

/** A choice that is stored with its press. */
export const MessageChoice = ({ label, name, note, checked, save }: Props) => {
  const [busy, setBusy] = useState(false)
  const change = async (to: boolean): Promise<void> => {
    setBusy(true)
    try {
      await save(to)
    } catch (error) {
      announceFailure(error, words.tellFailed)
    }
    organisationRecords.changed()
    setBusy(false)
  }
  return (
    <Switch
      label={label}
      aria-label={name}
      description={note}
      checked={checked}
      disabled={busy}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  )
}
