import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconBoxMultiple,
  IconDots,
  IconFileImport,
  IconMapPinPlus,
  IconMarquee2,
  IconPlus,
  IconTableExport,
} from '@tabler/icons-react'
import { useOpenDialog } from '../../../dialogs/stack.ts'
import { SearchBox } from '../../../table/SearchBox.tsx'
import { SelectFilter } from '../../../table/SelectFilter.tsx'
import { useDesign } from '../design/design-session.ts'
import { downloadStops } from './download-stops.ts'
import { markLabels, type StopMark, stopMarks } from './stop-flags.ts'
import type { StopTool } from './StopGestures.tsx'
import classes from './StopTools.module.css'
import { stopStrings as words } from './strings.ts'

type Props = {
  tool: StopTool
  onTool: (tool: StopTool) => void
  search: string
  flag: StopMark | null
  onFilter: (change: { search?: string; flag?: StopMark | null }) => void
  onImport: () => void
}

const flagOptions = stopMarks.map((mark) => ({ value: mark, label: markLabels[mark] }))

/** Placing, selecting by box, files, and what the list shows. */
export const StopTools = ({ tool, onTool, search, flag, onFilter, onImport }: Props) => {
  const { zone, zone_stops: stops, may } = useDesign()
  const open = useOpenDialog()
  const toggle = (wanted: StopTool) => () => onTool(tool === wanted ? 'select' : wanted)
  return (
    <div className={classes['tools']}>
      {may.createStops && (
        <>
          <Button
            variant={tool === 'place' ? 'filled' : 'default'}
            aria-pressed={tool === 'place'}
            leftSection={<IconMapPinPlus size={16} aria-hidden />}
            onClick={toggle('place')}
          >
            {words.place}
          </Button>
          <Tool label={words.create} icon={<IconPlus size={16} />} onClick={() => open('ZoneStopDialog', 'create')} />
        </>
      )}
      <Tool label={words.box} icon={<IconMarquee2 size={16} />} pressed={tool === 'box'} onClick={toggle('box')} />
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={words.more}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may.createStops && may.updateStops && (
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={onImport}>
              {words.import}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTableExport size={16} />}
            disabled={stops.length === 0}
            onClick={() => downloadStops(zone.name, stops, 'csv')}
          >
            {words.exportCsv}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBoxMultiple size={16} />}
            disabled={stops.length === 0}
            onClick={() => downloadStops(zone.name, stops, 'geojson')}
          >
            {words.exportGeoJson}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SelectFilter
        className={classes['filter']}
        label={words.flagFilter}
        any={words.anyFlag}
        choices={flagOptions}
        value={flag}
        onChange={(value) => onFilter({ flag: value })}
      />
      <div className={classes['search']}>
        <SearchBox
          label={words.search}
          placeholder={words.searchHint}
          value={search}
          onChange={(next) => onFilter({ search: next })}
        />
      </div>
    </div>
  )
}

type ToolProps = { label: string; icon: React.ReactNode; pressed?: boolean; onClick: () => void }

const Tool = ({ label, icon, pressed, onClick }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant={pressed === true ? 'filled' : 'default'}
      aria-pressed={pressed}
      color={pressed === true ? 'brand' : 'gray'}
      size={32}
      aria-label={label}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  </Tooltip>
)
