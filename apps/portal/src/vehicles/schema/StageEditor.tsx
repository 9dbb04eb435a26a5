import { ActionIcon, ColorInput, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DraftStage, swatches } from './draft.ts'
import type { Editing } from './editing.tsx'
import { FieldsOf } from './FieldEditor.tsx'
import shared from './schema.module.css'
import classes from './StageEditor.module.css'
import { schemaStrings as words } from './strings.ts'

type Props = { stage: DraftStage; pointer: string; handle: ReactNode; editing: Editing }

/** A stage: name, colour, whether it can be completed, and its fields. */
export const StageEditor = ({ stage, pointer, handle, editing }: Props) => {
  const { change, problem } = editing
  const name = stage.label === '' ? words.unnamed : stage.label
  return (
    <>
      <div className={shared['stageHead']}>
        {handle}
        <TextInput
          aria-label={words.stageName}
          placeholder={words.stageName}
          value={stage.label}
          error={problem(`${pointer}/label`) ?? problem(`${pointer}/key`)}
          onChange={(event) => change({ do: 'stage', id: stage.id, set: { label: event.currentTarget.value } })}
          autoFocus={stage.key === null}
        />
        <ColorInput
          aria-label={words.color}
          format="hex"
          swatches={swatches}
          swatchesPerRow={8}
          withEyeDropper={false}
          value={stage.color}
          error={problem(`${pointer}/color`)}
          onChange={(color) => change({ do: 'stage', id: stage.id, set: { color } })}
        />
        <Switch
          label={words.completable}
          checked={stage.completable}
          onChange={(event) => change({ do: 'stage', id: stage.id, set: { completable: event.currentTarget.checked } })}
        />
        <ActionIcon aria-label={words.remove(name)} onClick={() => change({ do: 'remove', id: stage.id })}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      {stage.key !== null && <p className={shared['key']}>{words.key(stage.key)}</p>}
      <div className={classes['stageFields']}>
        <FieldsOf holder={stage} pointer={pointer} depth={1} editing={editing} />
      </div>
    </>
  )
}
