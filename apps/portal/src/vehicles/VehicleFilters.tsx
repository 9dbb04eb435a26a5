import { FUNCTIONAL_AREA_PATH, type SchemaStage } from '@ambit/contract'
import { optionsAt } from '@ambit/domain'
import { MultiSelect, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { vehicleStatuses } from '../records/vehicles.ts'
import { statusOptions } from '../records/status.tsx'
import { ChoiceFilter } from '../table/ChoiceFilter.tsx'
import { chosenFor, COMPLETED, FUNCTIONAL_AREA, withChosen } from './attribute-filters.ts'
import { MAX_EXTRA_STAGES, type VehiclesState } from './queries.ts'
import { vehicleStrings as words } from './strings.ts'

const statusChoices = statusOptions(vehicleStatuses, ['active', 'inactive'])

type Props = {
  state: VehiclesState
  stages: readonly SchemaStage[]
  onChange: (change: Partial<VehiclesState>) => void
}

/** What narrows the list beside the search, and which custom fields it shows. */
export const VehicleFilters = ({ state, stages, onChange }: Props) => {
  const pairs = state['filter.vehicle_attributes']
  const areas = optionsAt(stages, FUNCTIONAL_AREA_PATH)
  const choose = (key: string) => (values: string[]) =>
    onChange({ 'filter.vehicle_attributes': withChosen(pairs, key, values) })
  return (
    <>
      <ChoiceFilter
        label={words.statusFilter}
        choices={statusChoices}
        value={state['filter.status']}
        onChange={(value) => onChange({ 'filter.status': value })}
      />
      {stages.length > 0 && (
        <Choices
          label={words.completedStage}
          options={stages.filter(({ completable }) => completable).map(({ key, label }) => ({ value: key, label }))}
          chosen={chosenFor(pairs, COMPLETED)}
          onChange={choose(COMPLETED)}
        />
      )}
      {areas !== null && (
        <Choices
          label={words.functionalArea}
          options={areas}
          chosen={chosenFor(pairs, FUNCTIONAL_AREA)}
          onChange={choose(FUNCTIONAL_AREA)}
        />
      )}
      <NotesFilter state={state} onChange={onChange} />
      {stages.length > 0 && (
        <Choices
          label={words.extraColumns}
          options={stages.map(({ key, label }) => ({ value: key, label }))}
          chosen={state.stages}
          onChange={(chosen) => onChange({ stages: chosen })}
          most={MAX_EXTRA_STAGES}
        />
      )}
    </>
  )
}

type ChoicesProps = {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  most?: number
}

const Choices = ({ label, options, chosen, onChange, most }: ChoicesProps): ReactNode => (
  <MultiSelect
    aria-label={label}
    placeholder={chosen.length === 0 ? label : undefined}
    data={options.map((option) => ({ value: option.value, label: option.label }))}
    // What the address names and the schema does not have is not shown as a choice.
    value={chosen.filter((value) => options.some((option) => option.value === value))}
    onChange={onChange}
    clearable
    w={chosen.length === 0 ? 186 : 'auto'}
    miw={186}
    maw="100%"
    maxValues={most}
  />
)

/** The specification has this filter and says that it does nothing. */
const NotesFilter = ({ state, onChange }: Pick<Props, 'state' | 'onChange'>) => (
  <Select
    aria-label={words.notesFilter}
    title={words.notesFilterUnused}
    placeholder={words.notesFilter}
    w={130}
    clearable
    data={[
      { value: 'with', label: words.withNotes },
      { value: 'without', label: words.withoutNotes },
    ]}
    value={state['filter.notes']}
    onChange={(value) => onChange({ 'filter.notes': value })}
  />
)
