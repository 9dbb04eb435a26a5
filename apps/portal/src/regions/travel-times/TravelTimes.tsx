import type { Region, TravelFactors } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useDialog } from '../../dialogs/stack.ts'
import { formStrings } from '../../form/strings.ts'
import { UnsavedGuard } from '../../form/UnsavedGuard.tsx'
import { useKeyHints } from '../../ui/keys.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { HoursForm } from './HoursForm.tsx'
import { travelFactorsQuery } from '../../records/travel-factors.ts'
import { travelTimeKeys, travelTimeStrings as words } from './strings.ts'
import shared from './travel-times.module.css'
import classes from './TravelTimes.module.css'
import { type TravelTimesDraft, useTravelTimes } from './use-travel-times.ts'
import { cellOf, commonFactor, hoursIn, type Selection, selectionText, setOf } from './week.ts'
import { WeekGrid } from './WeekGrid.tsx'

/** By what driving times are multiplied in each hour of a region's week: learnt at night, or set here. */
export const TravelTimes = ({ region }: { region: Region }) => {
  const factors = useQuery(travelFactorsQuery(region.id))
  if (factors.data !== undefined) return <Week factors={factors.data} />
  if (factors.isError) return <ErrorState error={factors.error} onRetry={() => void factors.refetch()} />
  return (
    <div aria-busy="true">
      <Skeleton h={40} mb={12} />
      <Skeleton h={600} />
    </div>
  )
}

/** Where the eye goes first when it opens. */
const begin: Selection = { anchor: { day: 0, hour: 8 }, focus: { day: 0, hour: 8 } }

const Week = ({ factors: { region_id, time_zone, factors } }: { factors: TravelFactors }) => {
  const editing = useDialog().mode === 'edit'
  useKeyHints(travelTimeKeys)
  const draft = useTravelTimes(region_id, factors)
  const { week, set, undo } = draft
  const [selection, setSelection] = useState<Selection>(begin)
  // The form starts again with what is selected, and with the key that led to it.
  const [entry, setEntry] = useState({ first: '', count: 0 })
  const input = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const hours = useMemo(() => hoursIn(selection), [selection])
  const selected = useMemo(() => new Set(hours), [hours])
  const backToGrid = (): void => grid.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  const change = (run: () => void): void => {
    run()
    setEntry(({ count }) => ({ first: '', count: count + 1 }))
  }
  const select = (next: Selection): void => change(() => setSelection(next))
  const enter = (first: string): void => {
    setEntry(({ count }) => ({ first, count: count + 1 }))
    // The form has been replaced; its field exists after rendering.
    requestAnimationFrame(() => {
      input.current?.focus()
      if (first === '') input.current?.select()
    })
  }
  return (
    <div className={classes['travelTimes']}>
      <p className={classes['explained']}>{words.explained(time_zone)}</p>
      {editing && (
        <HoursForm
          key={entry.count}
          input={input}
          selected={selectionText(selection)}
          common={commonFactor(week, hours)}
          first={entry.first}
          mayUndo={draft.mayUndo}
          onSet={(to) => {
            change(() => set(hours, to))
            backToGrid()
          }}
          onUndo={() => change(undo)}
        />
      )}
      <Trouble draft={draft} />
      <div ref={grid}>
        <WeekGrid
          week={week}
          selection={selection}
          selected={selected}
          onSelect={select}
          faults={draft.faults}
          {...(editing
            ? { editing: { enter, clear: () => change(() => set(hours, null)), undo: () => change(undo) } }
            : {})}
        />
      </div>
      <Legend />
      {draft.dirty && (
        <div className={classes['footer']}>
          <Button variant="default" onClick={() => change(draft.reset)} disabled={draft.busy}>
            {formStrings.reset}
          </Button>
          <Button onClick={() => void draft.save()} loading={draft.busy} disabled={draft.conflicts.length > 0}>
            {formStrings.submit}
          </Button>
        </div>
      )}
      <UnsavedGuard dirty={draft.dirty} isSaved={() => false} />
    </div>
  )
}

const nameOf = (hour: number): string => {
  const cell = cellOf(hour)
  return words.cell(cell.day, cell.hour)
}

/** Hours that another user has set in the meantime, and hours that were refused. */
const Trouble = ({ draft }: { draft: TravelTimesDraft }) => (
  <>
    {draft.conflicts.length > 0 && (
      <ToneAlert tone="warning" title={words.conflict} mb={12}>
        <ul className={classes['lines']}>
          {draft.conflicts.map((one) => (
            <li key={one.hour_of_week}>{words.conflictHour(nameOf(one.hour_of_week), setOf(one))}</li>
          ))}
        </ul>
        <div className={classes['choice']}>
          <Button size="compact-sm" variant="default" onClick={draft.takeTheirs}>
            {words.takeTheirs}
          </Button>
          <Button size="compact-sm" variant="default" onClick={draft.keepMine}>
            {words.keepMine}
          </Button>
        </div>
      </ToneAlert>
    )}
    {draft.faults.size > 0 && (
      <ToneAlert tone="danger" title={words.faults} mb={12}>
        <ul className={classes['lines']}>
          {[...draft.faults].map(([hour, message]) => (
            <li key={hour}>{words.fault(nameOf(hour), message)}</li>
          ))}
        </ul>
      </ToneAlert>
    )}
  </>
)

const Legend = () => (
  <ul className={classes['legend']} aria-label={words.legend.label}>
    <li>
      <span className={shared['sample']} data-source="set" aria-hidden="true">
        1.2
      </span>
      {words.legend.set}
    </li>
    <li>
      <span className={shared['sample']} data-source="learnt" aria-hidden="true">
        1.2
      </span>
      {words.legend.learnt}
    </li>
    <li>
      <span className={shared['sample']} data-source="free_flow" aria-hidden="true">
        {words.freeFlow}
      </span>
      {words.legend.free_flow}
    </li>
    <li>
      <span className={shared['sample']} data-source="set" data-unsaved aria-hidden="true">
        1.2
      </span>
      {words.legend.unsaved}
    </li>
  </ul>
)
