import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import classes from './board.module.css'
import { type BoardFilter, boardSorts } from './board-layout.ts'
import { boardStrings as words } from './strings.ts'
import { useAlwaysShown } from './use-action.ts'

const WINDOWS = [1, 2, 3, 6, 12, 24]

type Props = {
  filter: BoardFilter
  onFilter: (change: Partial<BoardFilter>) => void
  hours: number
  onHours: (hours: number) => void
  /** by so many hours; null: back to now */
  onMove: (hours: number | null) => void
}

/** Which vehicles are shown, in which order, and from when to when. */
export const BoardTools = ({ filter, onFilter, hours, onHours, onMove }: Props) => {
  const [always, setAlways] = useAlwaysShown()
  return (
    <div className={classes['tools']}>
      <TextInput
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={filter.search}
        onChange={(event) => onFilter({ search: event.currentTarget.value })}
      />
      <Select
        aria-label={words.sort}
        w={150}
        data={boardSorts.map((value) => ({ value, label: words.sorts[value] }))}
        value={filter.sort}
        onChange={(value) => onFilter({ sort: boardSorts.find((one) => one === value) ?? 'vehicle' })}
      />
      <Checkbox
        label={words.hideIdle}
        checked={filter.hideIdle}
        onChange={(event) => onFilter({ hideIdle: event.currentTarget.checked })}
      />
      <Checkbox label={words.always} checked={always} onChange={(event) => setAlways(event.currentTarget.checked)} />
      <div className={classes['times']}>
        <ActionIcon variant="default" size={32} aria-label={words.earlier} onClick={() => onMove(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Button variant="default" onClick={() => onMove(null)}>
          {words.now}
        </Button>
        <ActionIcon variant="default" size={32} aria-label={words.later} onClick={() => onMove(1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Select
          aria-label={words.window}
          w={110}
          data={WINDOWS.map((count) => ({ value: String(count), label: words.hours(count) }))}
          value={String(hours)}
          onChange={(value) => onHours(WINDOWS.find((one) => String(one) === value) ?? 3)}
        />
      </div>
    </div>
  )
}
