import type { ServiceAvailabilitySearch } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { isReason, ReasonField } from '../../ui/ReasonField.tsx'
import { wizardStrings as words } from './strings.ts'
import shared from './wizard.module.css'

/** What booking rules refuse: hours only where a vehicle is in service all the same. */
const ruleCodes: ReadonlySet<string> = new Set([
  'outside_hours',
  'after_cut_off',
  'beyond_horizon',
  'too_many_open',
  'too_many_people',
])

type Props = { search: ServiceAvailabilitySearch | null; onSearch: (reason: string) => void }

/** Searching past the booking rules, for those who may and say why. */
export const OverrideRules = ({ search, onSearch }: Props) => {
  const may = useCan()('TravellerManagement:bookingRuleOverride:canUpdate')
  const [reason, setReason] = useState('')
  if (!may || search?.reasons.some(({ code }) => ruleCodes.has(code)) !== true) return null
  return (
    <div className={shared['override']}>
      <ReasonField
        label={words.override.reason}
        description={words.override.effect}
        value={reason}
        onChange={setReason}
      />
      <Button size="compact-sm" variant="default" disabled={!isReason(reason)} onClick={() => onSearch(reason.trim())}>
        {words.override.search}
      </Button>
    </div>
  )
}
