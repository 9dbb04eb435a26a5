import { Switch } from '@mantine/core'
import { useState } from 'react'
import { DASH } from '../../settings/create-format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import { vehicleStrings } from '../strings.ts'
import type { CheckedRow } from './check-rows.ts'
import classes from './PreviewTable.module.css'
import { importStrings as words } from './strings.ts'

const ROW_HEIGHT = 34

const columns = [
  { id: 'row', header: words.columns.row },
  { id: 'license_plate', header: vehicleStrings.columns.license_plate },
  { id: 'vehicle_number', header: vehicleStrings.columns.vehicle_number },
  { id: 'make', header: vehicleStrings.columns.make },
  { id: 'model', header: vehicleStrings.columns.model },
  { id: 'capacity', header: words.columns.capacity },
  { id: 'mobility_capacity', header: words.columns.wheelchairs },
] as const

/** The rows as they will be sent, each with what is wrong with it; only those in view are drawn. */
export const PreviewTable = ({ rows }: { rows: readonly CheckedRow[] }) => {
  const wrong = rows.filter(({ problems }) => problems.length > 0)
  const [onlyWrong, setOnlyWrong] = useState(false)
  const shown = onlyWrong ? wrong : rows
  return (
    <>
      {wrong.length > 0 && (
        <Switch
          label={words.onlyWrong}
          checked={onlyWrong}
          onChange={(event) => setOnlyWrong(event.currentTarget.checked)}
          mb="xs"
        />
      )}
      <VirtualRows table items={shown} estimate={ROW_HEIGHT} label={words.preview} head={<Head />} row={cellsOf} />
    </>
  )
}

const Head = () => (
  <div role="row" aria-rowindex={1} className={classes['head']}>
    {columns.map(({ id, header }) => (
      <span key={id} role="columnheader">
        {header}
      </span>
    ))}
    <span role="columnheader">{words.columns.problems}</span>
  </div>
)

const cellsOf = (row: CheckedRow) => (
  <div className={classes['line']} data-wrong={row.problems.length > 0} role="presentation">
    {columns.map(({ id }) => (
      <span key={id} role="cell">
        {id === 'row' ? row.row : String(row.vehicle[id] ?? DASH)}
      </span>
    ))}
    <span role="cell" className={classes['problems']}>
      {row.problems.length === 0 ? (
        <StatusTag tone="success">{words.noProblem}</StatusTag>
      ) : (
        row.problems.map((problem) => <span key={problem}>{problem}</span>)
      )}
    </span>
  </div>
)
