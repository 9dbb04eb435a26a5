import type { Schema } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { Link } from '../../url/link.tsx'
import { useState } from 'react'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { scopedSearch } from '../../url/scope-link.ts'
import type { DraftStage } from './draft.ts'
import { type Editing, useFirstProblem } from './editing.tsx'
import shared from './schema.module.css'
import classes from './SchemaEditor.module.css'
import { SortableArea, SortableItem } from './Sortable.tsx'
import { StageEditor } from './StageEditor.tsx'
import { schemaStrings as words } from './strings.ts'
import { useSchemaEditor } from './use-schema-editor.ts'
import { Versions } from './Versions.tsx'

const nameOf = ({ label }: Pick<DraftStage, 'label'>): string => (label === '' ? words.unnamed : label)

export const SchemaEditor = ({ versions }: { versions: readonly Schema[] }) => {
  const editor = useSchemaEditor(versions)
  const { draft, change } = editor
  const [said, setSaid] = useState('')
  const fields = useFirstProblem(editor.problems)
  const editing: Editing = {
    change,
    move: (id, to, name, count) => {
      change({ do: 'move', id, to })
      setSaid(words.moved(name, Math.max(0, Math.min(count - 1, to)) + 1, count))
    },
    problem: editor.problem,
  }
  const { stages } = draft
  return (
    <>
      <PageHeader
        title={words.heading}
        count={versions[0] && words.current(versions[0].version)}
        action={<Actions editor={editor} />}
      />
      <p className={classes['intro']}>{words.intro}</p>
      <Trouble editor={editor} />
      <div className={classes['columns']} ref={fields}>
        <SortableArea said={said}>
          {stages.length === 0 ? (
            <section className="card">
              <EmptyState title={words.none} reason={words.noneReason} />
            </section>
          ) : (
            <ol className={shared['stages']}>
              {stages.map((stage, at) => (
                <SortableItem
                  key={stage.id}
                  id={stage.id}
                  list="stages"
                  at={at}
                  name={nameOf(stage)}
                  onMove={(id, to) =>
                    editing.move(id, to, nameOf(stages.find((other) => other.id === id) ?? stage), stages.length)
                  }
                  className={`card ${shared['stage'] ?? ''}`}
                >
                  {(handle) => (
                    <section aria-label={stage.label === '' ? words.stage(at + 1) : stage.label}>
                      <StageEditor stage={stage} pointer={`/stages/${at}`} handle={handle} editing={editing} />
                    </section>
                  )}
                </SortableItem>
              ))}
            </ol>
          )}
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => change({ do: 'addStage' })}>
            {words.addStage}
          </Button>
        </SortableArea>
        <Versions versions={versions} onBringBack={editor.bringBack} />
      </div>
      <UnsavedGuard dirty={editor.dirty} isSaved={() => false} />
    </>
  )
}

type EditorProps = { editor: ReturnType<typeof useSchemaEditor> }

const Actions = ({ editor }: EditorProps) => (
  <Group gap="xs">
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} />}
      renderRoot={(root) => <Link {...root} to="/VehicleManagement" search={scopedSearch} />}
    >
      {words.back}
    </Button>
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} />}
      disabled={!editor.mayUndo || editor.busy}
      onClick={editor.undo}
    >
      {words.undo}
    </Button>
    <Button disabled={!editor.dirty} loading={editor.busy} onClick={() => void editor.save()}>
      {words.save}
    </Button>
  </Group>
)

const Trouble = ({ editor }: EditorProps) => (
  <>
    {editor.messages.length > 0 && (
      <ToneAlert tone="danger" mb="sm">
        {editor.messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </ToneAlert>
    )}
    {editor.stale !== null && (
      <ToneAlert tone="warning" title={words.staleTitle} mb="sm">
        <p>{words.staleText(editor.stale.version, editor.stale.created_by_name)}</p>
        <Group gap="xs" mt="xs">
          <Button variant="default" onClick={editor.loadTheirs}>
            {words.loadTheirs}
          </Button>
          <Button loading={editor.busy} onClick={() => void editor.saveOver()}>
            {words.saveOver}
          </Button>
        </Group>
      </ToneAlert>
    )}
  </>
)
