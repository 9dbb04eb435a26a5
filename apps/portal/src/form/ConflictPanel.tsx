import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx'
import shared from './form.module.css'
import classes from './ConflictPanel.module.css'
import { conflictingFields } from './conflict.ts'
import { formStrings } from './strings.ts'

type Values = Readonly<Record<string, unknown>>
type Props = {
  labels: Readonly<Record<string, string>>
  base: Values
  mine: Values
  theirs: Values
  busy: boolean
  onReload: () => void
  onOverwrite: (keepMine: ReadonlySet<string>) => void
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return formStrings.empty
  if (typeof value === 'boolean') return value ? formStrings.yes : formStrings.no
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** Another user saved in the meantime: theirs, or mine over it, field by field. */
export const ConflictPanel = ({ labels, base, mine, theirs, busy, onReload, onOverwrite }: Props) => {
  const contested = conflictingFields({ ...base }, { ...mine }, { ...theirs })
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const keepMine = new Set(contested.map(({ field }) => field).filter((field) => !taken.has(field)))
  const choose = (field: string, side: string): void => {
    const next = new Set(taken)
    if (side === 'theirs') next.add(field)
    else next.delete(field)
    setTaken(next)
  }
  return (
    <ChangedMeanwhile
      title={formStrings.conflictTitle}
      text={contested.length === 0 ? formStrings.conflictNone : formStrings.conflictText}
      className={shared['conflict']}
      actions={
        <>
          <Button variant="default" onClick={onReload} disabled={busy}>
            {formStrings.reload}
          </Button>
          <Button onClick={() => onOverwrite(keepMine)} loading={busy}>
            {formStrings.overwrite}
          </Button>
        </>
      }
    >
      {contested.map(({ field, mine: own, theirs: other }) => (
        <div key={field} className={classes['contested']}>
          <span className={classes['contestedName']}>{labels[field] ?? field}</span>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={labels[field] ?? field}
            value={taken.has(field) ? 'theirs' : 'mine'}
            onChange={(side) => choose(field, side)}
            data={[
              { value: 'mine', label: `${formStrings.yours}: ${shown(own)}` },
              { value: 'theirs', label: `${formStrings.theirs}: ${shown(other)}` },
            ]}
          />
        </div>
      ))}
    </ChangedMeanwhile>
  )
}
