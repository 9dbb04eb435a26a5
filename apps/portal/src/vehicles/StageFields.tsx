import type { SchemaField, SchemaStage } from '@ambit/contract'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormGrid } from '../form/EntityForm.tsx'
import {
  DateField,
  MultiSelectField,
  NumberField,
  type Option,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../form/fields.tsx'
import { useEntityFormContext } from '../form/form-context.ts'
import { vehicleStrings as words } from './strings.ts'
import { attributeName, completedName } from './vehicle-form.ts'
import classes from './vehicles.module.css'

const WHOLE_ROW = 24
/** Room for `Registration Number *`. */
export const LABEL_WIDTH = 150
const SCHEMA_READ = 'VehicleManagement:schema:canRead'

/** Everything that the schema asks for in one stage: whether it is completed, then the fields, group by group. */
export const StageFields = ({ stage }: { stage: SchemaStage }) => (
  <>
    {stage.completable && (
      <SwitchField
        name={completedName(stage.key)}
        label={words.stageCompleted}
        span={WHOLE_ROW}
        permission={SCHEMA_READ}
      />
    )}
    <Fields fields={stage.fields} path={[stage.key]} depth={3} />
  </>
)

type FieldsProps = { fields: readonly SchemaField[]; path: readonly string[]; depth: number }

const Fields = ({ fields, path, depth }: FieldsProps) =>
  fields.map((field) => {
    const here = [...path, field.key]
    if (field.type !== 'group') return <AttributeField key={field.key} field={field} path={here} />
    return (
      <Group key={field.key} label={field.label} depth={depth}>
        <Fields fields={field.fields} path={here} depth={depth + 1} />
      </Group>
    )
  })

type GroupProps = { label: string; depth: number; children: ReactNode }

/** In view mode a list of its own, as the description of the group's name. */
const Group = ({ label, depth, children }: GroupProps) => {
  const { mode } = useEntityFormContext()
  if (mode === 'view')
    return (
      <div className={classes['groupRow']}>
        <dt className={classes['groupTitle']}>{label}</dt>
        <dd className={classes['groupBody']}>
          <FormGrid label={label} labelWidth={LABEL_WIDTH}>
            {children}
          </FormGrid>
        </dd>
      </div>
    )
  const Heading = `h${Math.min(depth, 6)}` as 'h3' // a level of heading
  return (
    <div className={classes['group']}>
      <Heading className={classes['groupTitle']}>{label}</Heading>
      {children}
    </div>
  )
}

const AttributeField = ({ field, path }: { field: SchemaField; path: readonly string[] }) => {
  const name = attributeName(path)
  const shared = { name, label: field.label, permission: SCHEMA_READ } as const
  const options = useOptions(field, name)
  switch (field.type) {
    case 'text':
      return <TextField {...shared} />
    case 'textarea':
      return <TextAreaField {...shared} span={WHOLE_ROW} />
    case 'number':
      return <NumberField {...shared} digits={3} plain />
    case 'date':
      return <DateField {...shared} />
    case 'boolean':
      return <SwitchField {...shared} />
    case 'select':
      return <SelectField {...shared} options={options} searchable clearable />
    case 'multiselect':
      return <MultiSelectField {...shared} options={options} />
    case 'group':
      return null
  }
}

/** The schema's options, and options in the record that the schema no longer has. */
const useOptions = (field: SchemaField, name: string): Option[] => {
  const initial: unknown = useFormContext().formState.defaultValues?.[name]
  const held = (Array.isArray(initial) ? initial : [initial]).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
  const gone = held.filter((value) => !field.options.some((option) => option.value === value))
  return [...field.options, ...gone.map((value) => ({ value, label: words.earlierOption(value) }))]
}
