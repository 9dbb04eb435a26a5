import { ActionIcon, Button, Group, Popover, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconHistory } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { Drafts } from './create-drafts.ts'
import classes from './HistoryTools.module.css'
import { countChanges, type Kinds } from './history.ts'
import { draftStrings as words } from './strings.ts'

/** Undo, redo, and every step that was made: a press goes there. */
export const HistoryTools = <K extends Kinds>({ drafts }: { drafts: Drafts<K> }) => {
  const { history, saving } = useSyncExternalStore(drafts.subscribe, drafts.get)
  const { steps, position } = history
  return (
    <>
      <Tool
        label={words.undo}
        icon={<IconArrowBackUp size={18} />}
        disabled={saving || position === 0}
        onClick={drafts.undo}
      />
      <Tool
        label={words.redo}
        icon={<IconArrowForwardUp size={18} />}
        disabled={saving || position === steps.length}
        onClick={drafts.redo}
      />
      <Popover position="bottom-end" width={300} trapFocus>
        <Popover.Target>
          <ActionIcon size={32} aria-label={words.history} disabled={saving || steps.length === 0}>
            <IconHistory size={18} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={words.history} p="xs">
          <ol className={classes['steps']}>
            {[words.asLoaded, ...steps.map(({ label }) => label)].map((label, at) => (
              <li key={at}>
                <button
                  type="button"
                  className={classes['step']}
                  data-undone={at > position || undefined}
                  aria-current={at === position ? 'step' : undefined}
                  onClick={() => drafts.scrub(at)}
                >
                  {label}
                </button>
              </li>
            ))}
          </ol>
          <Group justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              disabled={countChanges(history.draft) === 0}
              onClick={drafts.reset}
            >
              {words.reset}
            </Button>
          </Group>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

type ToolProps = { label: string; icon: React.ReactNode; disabled: boolean; onClick: () => void }

const Tool = ({ label, icon, disabled, onClick }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon size={32} aria-label={label} disabled={disabled} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
)
