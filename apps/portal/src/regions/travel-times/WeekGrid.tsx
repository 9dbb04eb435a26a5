import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { travelTimeStrings as words } from './strings.ts'
import shared from './travel-times.module.css'
import classes from './WeekGrid.module.css'
import { DAYS, HOURS, hourOfWeek, hourText, moved, type Selection, type ShownHour } from './week.ts'

/** Twice as slow as free flow is as red as it gets. */
const HOTTEST = 0.38

type Props = {
  week: readonly ShownHour[]
  selection: Selection
  onSelect: (selection: Selection) => void
  faults: ReadonlyMap<number, string>
  /** without them it only shows */
  editing?: { enter: (first: string) => void; clear: () => void; undo: () => void }
  selected: ReadonlySet<number>
}

const days = Array.from({ length: DAYS }, (_, day) => day)
const hours = Array.from({ length: HOURS }, (_, hour) => hour)

/** Days across, hours down; one cell holds the keyboard, and a rectangle from it is selected. */
export const WeekGrid = ({ week, selection, onSelect, faults, editing, selected }: Props) => {
  const table = useRef<HTMLTableElement>(null)
  const { anchor, focus } = selection
  const press = (event: KeyboardEvent): void => {
    const command = event.ctrlKey || event.metaKey
    const next = command ? null : moved(focus, event.key)
    if (next !== null) {
      onSelect({ anchor: event.shiftKey ? anchor : next, focus: next })
      // Beneath the headings of the days, beside those of the hours.
      table.current?.rows[next.hour + 1]?.cells[next.day + 1]?.focus()
    } else if (command && event.key.toLowerCase() === 'a') onSelect(wholeWeek)
    else if (editing !== undefined && command && event.key.toLowerCase() === 'z') editing.undo()
    else if (editing !== undefined && !command && (event.key === 'Delete' || event.key === 'Backspace')) editing.clear()
    else if (editing !== undefined && !command && event.key === 'Enter') editing.enter('')
    else if (editing !== undefined && !command && /^[0-9.]$/.test(event.key)) editing.enter(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <table
      ref={table}
      role="grid"
      aria-label={words.week}
      aria-multiselectable
      aria-readonly={editing === undefined}
      className={classes['week']}
    >
      <thead>
        <tr>
          <td>
            <HeaderButton label={words.all} text="" onPress={() => onSelect(wholeWeek)} />
          </td>
          {days.map((day) => (
            <th key={day} scope="col">
              <HeaderButton
                label={words.column(day)}
                text={words.shortDays[day] ?? ''}
                onPress={() => onSelect({ anchor: { day, hour: 0 }, focus: { day, hour: HOURS - 1 } })}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={press}>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">
              <HeaderButton
                label={words.row(hour)}
                text={words.hour(hour)}
                onPress={() => onSelect({ anchor: { day: 0, hour }, focus: { day: DAYS - 1, hour } })}
              />
            </th>
            {days.map((day) => {
              const shown = week[hourOfWeek({ day, hour })]
              if (shown === undefined) return null
              const held = day === focus.day && hour === focus.hour
              const begin = (event: PointerEvent): void => {
                if (event.button !== 0) return
                onSelect({ anchor: event.shiftKey ? anchor : { day, hour }, focus: { day, hour } })
              }
              return (
                <td
                  key={day}
                  role="gridcell"
                  tabIndex={held ? 0 : -1}
                  aria-selected={selected.has(shown.hour_of_week)}
                  aria-invalid={faults.has(shown.hour_of_week) || undefined}
                  aria-label={hourText(shown)}
                  data-source={shown.source}
                  data-unsaved={shown.unsaved || undefined}
                  className={`numbers ${shared['hour']}`}
                  style={heatOf(shown.factor)}
                  onPointerDown={begin}
                  onPointerEnter={(event) => event.buttons === 1 && onSelect({ anchor, focus: { day, hour } })}
                >
                  {shown.source === 'free_flow' ? words.freeFlow : words.factor(shown.factor)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const wholeWeek: Selection = { anchor: { day: 0, hour: 0 }, focus: { day: DAYS - 1, hour: HOURS - 1 } }

const HeaderButton = ({ label, text, onPress }: { label: string; text: string; onPress: () => void }) => (
  <button type="button" tabIndex={-1} className={classes['header']} aria-label={label} onClick={onPress}>
    {text}
  </button>
)

/** Slower than free flow is warm, faster is cool. */
const heatOf = (factor: number): CSSProperties => {
  const share = Math.min(1, Math.abs(factor - 1)) * HOTTEST
  // A property of the style sheet, which React's types do not list.
  return {
    '--heat': `${Math.round(share * 100)}%`,
    '--of': factor > 1 ? 'var(--danger)' : 'var(--info)',
  } as CSSProperties
}
