import type { InstallationStatus } from '@ambit/contract'
import { Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './installation.module.css'
import { statusQuery } from './queries.ts'
import { lasting, statusStrings as words } from './status-strings.ts'
import { TableGrowth, TableSizes } from './StatusTables.tsx'
import { useSize } from './use-size.ts'

/** What the installation runs on, how much room it has, and what takes it up. */
export const StatusTab = () => {
  const status = useQuery(statusQuery)
  if (status.data === undefined)
    return status.isError ? (
      <ErrorState error={status.error} onRetry={() => void status.refetch()} />
    ) : (
      <Skeleton h={320} role="status" aria-label={words.loading} />
    )
  return (
    <div className={classes['parts']}>
      <Facts status={status.data} />
      <Room status={status.data} />
      <TableSizes status={status.data} />
      <TableGrowth status={status.data} />
    </div>
  )
}

type Props = { status: InstallationStatus }

const Facts = ({ status: { version, database, uptime_seconds, now, disk } }: Props) => {
  const format = useFormat()
  const size = useSize()
  const kind = words.kinds[database.kind]
  const facts = [
    [words.version, version],
    [words.database, words.databaseOf(kind, database.version, size(database.bytes))],
    [words.uptime, lasting(uptime_seconds)],
    [words.clock, format.dateTime(now)],
    [words.folder, disk?.folder ?? words.noFolder],
  ] as const
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-installation">
      <h2 id="settings-installation">{words.title}</h2>
      <dl className={classes['pairs']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{words.service}</dt>
          <dd>
            <a href="/status" target="_blank" rel="noreferrer" className="text-link">
              {words.publicPage}
            </a>
          </dd>
        </div>
      </dl>
    </section>
  )
}

const Room = ({ status: { disk, days, database } }: Props) => {
  const format = useFormat()
  const size = useSize()
  if (disk === null) return null
  const share = disk.total_bytes === 0 ? 1 : disk.free_bytes / disk.total_bytes
  const free = words.free(size(disk.free_bytes), size(disk.total_bytes), format.percentage(share))
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-room">
      <h2 id="settings-room">{words.room}</h2>
      <p className={classes['text']}>
        {words.roomText} {database.kind === 'postgresql' && words.elsewhere}
      </p>
      {disk.low && (
        <ToneAlert tone="danger" mb={12}>
          {words.low}
        </ToneAlert>
      )}
      <Progress value={(1 - share) * 100} color={disk.low ? 'red' : 'brand'} mb={10} aria-hidden />
      <p className={classes['text']}>{free}</p>
      <Outlook disk={disk} days={days} />
    </section>
  )
}

const MS_PER_DAY = 86_400_000

const Outlook = ({
  disk,
  days,
}: {
  disk: NonNullable<InstallationStatus['disk']>
  days: InstallationStatus['days']
}) => {
  const size = useSize()
  const measured = days.filter(({ free_bytes }) => free_bytes !== null)
  const [first, last] = [measured[0], measured.at(-1)]
  const text = ((): string => {
    if (first === undefined || last === undefined) return words.notMeasured
    if (disk.bytes_per_day === null) return words.oneDay
    const span = (Date.parse(last.day) - Date.parse(first.day)) / MS_PER_DAY
    return disk.full_in_days === null
      ? words.never(span)
      : words.full(disk.full_in_days, span, size(disk.bytes_per_day))
  })()
  return <p className={classes['text']}>{text}</p>
}
