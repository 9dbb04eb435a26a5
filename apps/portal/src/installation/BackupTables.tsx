import type { Backup, BackupDrill } from '@ambit/contract'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { backupStrings as words } from './backup-strings.ts'
import classes from './installation.module.css'
import { useSize } from './use-size.ts'

type Props = { backups: readonly Backup[]; drills: readonly BackupDrill[]; /** none are made */ off: boolean }

export const BackupTable = ({ backups, drills, off }: Props) => {
  const format = useFormat()
  const size = useSize()
  const restored = new Set(drills.flatMap(({ file, trouble }) => (trouble === null ? [file] : [])))
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-backup-list">
      <h2 id="settings-backup-list">{words.list}</h2>
      {backups.length === 0 ? (
        <EmptyState title={words.none} reason={off ? words.noneOff : words.noneReason} />
      ) : (
        <Table label={words.list} columns={Object.values(words.columns)}>
          {backups.map(({ name, made_at, bytes, kind, encrypted }) => (
            <tr key={`${kind} ${name}`}>
              <th scope="row" title={name}>
                {format.dateTime(made_at)}
              </th>
              <td className="numbers">{size(bytes)}</td>
              <td>{words.kinds[kind]}</td>
              <td>{encrypted ? words.yes : words.no}</td>
              <td>{restored.has(name) ? words.drilled : words.readBack}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

export const DrillTable = ({ drills }: { drills: readonly BackupDrill[] }) => {
  const format = useFormat()
  const size = useSize()
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-drills">
      <h2 id="settings-drills">{words.drills}</h2>
      <p className={classes['text']}>{words.drillsText}</p>
      {drills.length === 0 ? (
        <EmptyState title={words.noDrills} />
      ) : (
        <Table label={words.drills} columns={Object.values(words.drillColumns)}>
          {drills.map(({ at, file, trouble, bytes, seconds }) => (
            <tr key={at}>
              <th scope="row">{format.dateTime(at)}</th>
              <td>{file}</td>
              <td>{trouble ?? words.whole}</td>
              <td className="numbers">{size(bytes)}</td>
              <td className="numbers">{words.seconds(format.number(seconds, 1))}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

type TableProps = { label: string; columns: readonly string[]; children: React.ReactNode }

const Table = ({ label, columns, children }: TableProps) => (
  <div className={classes['scroll']}>
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
