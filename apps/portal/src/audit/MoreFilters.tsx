import { Button, Popover, Select, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { userOptions } from '../records/users.ts'
import classes from './audit.module.css'
import type { AuditState } from './queries.ts'
import { auditStrings } from './strings.ts'

const words = auditStrings.more

/** Texts that must be equal. */
const fields = ['filter.action', 'filter.record_id', 'filter.field', 'filter.request', 'filter.address'] as const

type Props = { state: AuditState; onChange: (change: Partial<AuditState>) => void }

export const MoreFilters = ({ state, onChange }: Props) => {
  const [open, setOpen] = useState(false)
  const set = fields.filter((field) => state[field] !== '').length + (state['filter.actor'] === null ? 0 : 1)
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    // Text fields give texts; only a file field would give something else.
    onChange(Object.fromEntries(fields.map((field) => [field, (typed.get(field) as string).trim()])))
    setOpen(false)
  }
  return (
    <Popover position="bottom-start" shadow="md" trapFocus opened={open} onChange={setOpen}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {words.open(set)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes['more']} aria-label={words.label} onSubmit={apply}>
          <ActorChoice state={state} onChange={onChange} />
          {fields.map((field) => (
            <TextInput
              key={field}
              name={field}
              label={words.fields[field]}
              description={words.hints[field]}
              defaultValue={state[field]}
              maxLength={200}
            />
          ))}
          <Button type="submit">{words.apply}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A user by name, for those who may read users. */
const ActorChoice = ({ state, onChange }: Props) => {
  const may = useCan()('UserManagement:user:canRead')
  const users = useQuery({ ...userOptions, enabled: may })
  if (!may) return null
  const chosen = state['filter.actor']
  return (
    <Select
      label={words.user}
      placeholder={words.anyUser}
      clearable
      searchable
      limit={50}
      // Within the popover, so that choosing does not close it.
      comboboxProps={{ withinPortal: false }}
      data={(users.data ?? []).map(({ id, full_name, username }) => ({
        value: String(id),
        label: `${full_name} (${username})`,
      }))}
      value={chosen !== null && state['filter.actor_kind'] === 'user' ? String(chosen) : null}
      onChange={(value) =>
        onChange(
          value === null
            ? { 'filter.actor': null, 'filter.actor_kind': null }
            : { 'filter.actor': Number(value), 'filter.actor_kind': 'user' },
        )
      }
    />
  )
}
