import { schemaFieldTypes } from '@ambit/contract'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DraftField, type DraftOption, mayHoldGroups } from './draft.ts'
import { type Editing, Problem } from './editing.tsx'
import shared from './schema.module.css'
import classes from './FieldEditor.module.css'
import { SortableItem } from './Sortable.tsx'
import { schemaStrings as words } from './strings.ts'

type FieldsProps = {
  /** a stage or a group, and where it lies */
  holder: { id: number; fields: readonly DraftField[] }
  pointer: string
  depth: number
  editing: Editing
}

const nameOf = ({ label }: { label: string }): string => (label === '' ? words.unnamed : label)

/** The fields that a stage or a group holds, and the button for one more. */
export const FieldsOf = ({ holder: { id: holder, fields }, pointer, depth, editing }: FieldsProps) => (
  <>
    {fields.length > 0 && (
      <ul className={shared['fields']}>
        {fields.map((field, at) => (
          <SortableItem
            key={field.id}
            id={field.id}
            list={`of ${holder}`}
            at={at}
            name={nameOf(field)}
            onMove={(id, to) =>
              editing.move(id, to, nameOf(fields.find((other) => other.id === id) ?? field), fields.length)
            }
            className={shared['field']}
          >
            {(handle) => (
              <FieldEditor
                field={field}
                pointer={`${pointer}/fields/${at}`}
                depth={depth}
                handle={handle}
                editing={editing}
              />
            )}
          </SortableItem>
        ))}
      </ul>
    )}
    <Problem text={editing.problem(`${pointer}/fields`)} />
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} />}
      onClick={() => editing.change({ do: 'addField', to: holder })}
    >
      {words.addField}
    </Button>
  </>
)

type Props = { field: DraftField; pointer: string; depth: number; handle: ReactNode; editing: Editing }

const FieldEditor = ({ field, pointer, depth, handle, editing }: Props) => {
  const { change, problem } = editing
  const types = schemaFieldTypes.filter((type) => type !== 'group' || mayHoldGroups(depth))
  return (
    <>
      <div className={shared['fieldHead']}>
        {handle}
        <TextInput
          aria-label={words.fieldName}
          placeholder={words.fieldName}
          value={field.label}
          error={problem(`${pointer}/label`) ?? problem(`${pointer}/key`)}
          onChange={(event) => change({ do: 'field', id: field.id, set: { label: event.currentTarget.value } })}
          autoFocus={field.key === null}
        />
        {field.key === null ? (
          <Select
            aria-label={words.type}
            data={types.map((type) => ({ value: type, label: words.types[type] }))}
            value={field.type}
            onChange={(value) => {
              const type = types.find((candidate) => candidate === value)
              if (type !== undefined) change({ do: 'field', id: field.id, set: { type } })
            }}
          />
        ) : (
          <span className={classes['type']} title={words.typeKept}>
            {words.types[field.type]}
          </span>
        )}
        <ActionIcon aria-label={words.remove(nameOf(field))} onClick={() => change({ do: 'remove', id: field.id })}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      {(field.type === 'select' || field.type === 'multiselect') && (
        <Options field={field} pointer={pointer} editing={editing} />
      )}
      {field.type === 'group' && (
        <div className={classes['inner']}>
          <FieldsOf holder={field} pointer={pointer} depth={depth + 1} editing={editing} />
        </div>
      )}
    </>
  )
}

const Options = ({ field, pointer, editing }: Pick<Props, 'field' | 'pointer' | 'editing'>) => {
  const { change, move, problem } = editing
  const renamed = (option: DraftOption, label: string): void => change({ do: 'option', id: option.id, set: { label } })
  return (
    <div className={classes['inner']}>
      <ul className={shared['options']}>
        {field.options.map((option, at) => (
          <SortableItem
            key={option.id}
            id={option.id}
            list={`options of ${field.id}`}
            at={at}
            name={nameOf(option)}
            onMove={(id, to) =>
              move(id, to, nameOf(field.options.find((other) => other.id === id) ?? option), field.options.length)
            }
            className={shared['option']}
          >
            {(handle) => (
              <>
                {handle}
                <TextInput
                  aria-label={words.option}
                  placeholder={words.option}
                  value={option.label}
                  error={problem(`${pointer}/options/${at}/label`) ?? problem(`${pointer}/options/${at}/value`)}
                  onChange={(event) => renamed(option, event.currentTarget.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    change({ do: 'addOption', to: field.id })
                  }}
                  autoFocus={option.value === null}
                />
                <ActionIcon
                  aria-label={words.remove(nameOf(option))}
                  onClick={() => change({ do: 'remove', id: option.id })}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </>
            )}
          </SortableItem>
        ))}
      </ul>
      <Problem text={problem(`${pointer}/options`)} />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => change({ do: 'addOption', to: field.id })}
      >
        {words.addOption}
      </Button>
    </div>
  )
}
