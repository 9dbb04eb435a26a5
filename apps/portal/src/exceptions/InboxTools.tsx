import { exceptionKinds, exceptionSeverities } from '@ambit/contract'
import { Button, Switch, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { SelectFilter } from '../table/SelectFilter.tsx'
import classes from './inbox.module.css'
import { type InboxFilters, ownerChoices, type OwnerFilter, shownStates } from './filters.ts'
import { RAISE } from './keys.ts'
import { SoundMenu } from './SoundMenu.tsx'
import { inboxStrings as words } from './strings.ts'

const RaiseButton = () => {
  const may = useCan()(RAISE)
  const open = useOpenDialog()
  return (
    may && (
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => open('RaiseExceptionDialog', 'create')}
      >
        {words.raise}
      </Button>
    )
  )
}

type Props = {
  filters: InboxFilters
  /** who can be filtered by, besides the user and nobody */
  people: readonly { value: OwnerFilter; label: string }[]
  onChange: (change: Partial<InboxFilters>) => void
  keys: boolean
  onKeys: (on: boolean) => void
}

const choices = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** The filters, which stand in the address, and whether letters are commands. */
export const InboxTools = ({ filters, people, onChange, keys, onKeys }: Props) => (
  <div className={classes['tools']}>
    <TextInput
      size="sm"
      className={classes['search']}
      aria-label={words.searchLabel}
      placeholder={words.search}
      value={filters.q}
      onChange={({ currentTarget: { value } }) => onChange({ q: value })}
    />
    <SelectFilter
      className={classes['filter']}
      label={words.kindFilter}
      any={words.anyKind}
      searchable
      choices={choices(exceptionKinds, exceptionStrings.kinds)}
      value={filters['filter.kind']}
      onChange={(value) => onChange({ 'filter.kind': value })}
    />
    <SelectFilter
      className={classes['filter']}
      label={words.severityFilter}
      any={words.anySeverity}
      choices={choices(exceptionSeverities, exceptionStrings.severities)}
      value={filters['filter.severity']}
      onChange={(value) => onChange({ 'filter.severity': value })}
    />
    <SelectFilter
      className={classes['filter']}
      label={words.stateFilter}
      any={words.anyState}
      choices={choices(shownStates, exceptionStrings.states)}
      value={filters['filter.state']}
      onChange={(value) => onChange({ 'filter.state': value })}
    />
    <SelectFilter
      className={classes['filter']}
      label={words.ownerFilter}
      any={words.anyOwner}
      searchable
      choices={ownerChoices(people, filters['filter.owner'])}
      value={filters['filter.owner']}
      onChange={(value) => onChange({ 'filter.owner': value })}
    />
    <SoundMenu />
    <RaiseButton />
    <Switch label={words.keys} checked={keys} onChange={({ currentTarget: { checked } }) => onKeys(checked)} />
  </div>
)
