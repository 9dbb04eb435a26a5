import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCurrentLocation, IconPencil, IconRestore, IconTrash, IconX } from '@tabler/icons-react'
import type { StopDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import classes from './SelectionBar.module.css'
import { stopStrings as words } from './strings.ts'

type Props = {
  /** how many the list shows, and of how many */
  shown: number
  all: number
  /** of the selected stops: those to keep and those to be deleted */
  standing: readonly StopDraft[]
  removed: readonly StopDraft[]
  onSelectAll: () => void
  onOpen: () => void
  onLocate: () => void
  onRemove: () => void
  onRestore: () => void
}

/** How many stops there are, or what can be done with those that are selected. */
export const SelectionBar = (props: Props) => {
  const { shown, all, standing, removed } = props
  const { may, select } = useDesign()
  const selected = standing.length + removed.length
  return (
    <div className={classes['selectionBar']}>
      <span role="status">{selected === 0 ? words.count(shown, all) : words.selected(selected)}</span>
      {selected === 0 && shown > 0 && (
        <Button size="compact-xs" variant="subtle" ml="auto" onClick={props.onSelectAll}>
          {words.selectAll(shown)}
        </Button>
      )}
      {selected > 0 && (
        <>
          {standing.length > 0 && (
            <Action
              label={may.updateStops ? words.edit : words.view}
              icon={<IconPencil size={14} />}
              onClick={props.onOpen}
            />
          )}
          <Tooltip label={words.locate}>
            <ActionIcon size={24} variant="default" aria-label={words.locate} onClick={props.onLocate}>
              <IconCurrentLocation size={14} />
            </ActionIcon>
          </Tooltip>
          {standing.length > 0 && may.destroyStops && (
            <Action label={words.remove} icon={<IconTrash size={14} />} onClick={props.onRemove} />
          )}
          {removed.length > 0 && (
            <Action label={words.restore} icon={<IconRestore size={14} />} onClick={props.onRestore} />
          )}
          {selected < shown && (
            <Button size="compact-xs" variant="subtle" onClick={props.onSelectAll}>
              {words.selectAll(shown)}
            </Button>
          )}
          <ActionIcon size={24} ml="auto" aria-label={words.clearSelection} onClick={() => select([])}>
            <IconX size={14} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}

const Action = ({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) => (
  <Button size="compact-xs" variant="default" leftSection={icon} onClick={onClick}>
    {label}
  </Button>
)
