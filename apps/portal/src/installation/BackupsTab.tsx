import { api, type Backup, BACKUP_OLD_HOURS, type BackupDrill, type BackupState } from '@ambit/contract'
import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { ageBetween, backupStrings as words } from './backup-strings.ts'
import { BackupTable, DrillTable } from './BackupTables.tsx'
import classes from './installation.module.css'
import { CREATE_BACKUP } from './keys.ts'
import { backupsChanged, backupsQuery, drillsQuery } from './queries.ts'

/** Which backups there are, whether they can be restored, and making one now. */
export const BackupsTab = () => {
  const backups = useQuery(backupsQuery)
  const drills = useQuery(drillsQuery)
  const failed = [backups, drills].find((query) => query.isError && query.data === undefined)
  const retry = (): void => {
    void backups.refetch()
    void drills.refetch()
  }
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={retry} />
  if (backups.data === undefined || drills.data === undefined)
    return <Skeleton h={320} role="status" aria-label={words.loading} />
  const { data, meta } = backups.data
  return (
    <div className={classes['parts']}>
      <Standing state={meta.state} newest={data[0]} lastDrill={drills.data[0]} />
      <BackupTable backups={data} drills={drills.data} off={meta.state.refusal !== null} />
      <DrillTable drills={drills.data} />
    </div>
  )
}

type StandingProps = { state: BackupState; newest: Backup | undefined; lastDrill: BackupDrill | undefined }

const Standing = ({ state, newest, lastDrill }: StandingProps) => {
  const format = useFormat()
  const { waiting } = state
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-backups">
      <div className={classes['head']}>
        <h2 id="settings-backups">{words.title}</h2>
        {state.refusal === null && <Asking state={state} some={newest !== undefined} />}
      </div>
      <Warnings state={state} newest={newest} lastDrill={lastDrill} />
      <div role="status">
        {waiting.backup !== null && (
          <p className={classes['text']}>{words.backingUp(format.dateTime(waiting.backup))}</p>
        )}
        {waiting.drill !== null && <p className={classes['text']}>{words.drilling(format.dateTime(waiting.drill))}</p>}
      </div>
      <p className={classes['text']}>
        {words.personal} {state.encrypted ? words.encrypted : words.open}
      </p>
      {state.refusal === null && <p className={classes['text']}>{words.kept}</p>}
      {state.folder !== null && (
        <dl className={classes['facts']}>
          <dt>{words.folder}</dt>
          <dd>
            <code>{state.folder}</code>
          </dd>
        </dl>
      )}
    </section>
  )
}

const MS_PER_HOUR = 3600_000

/** The last outcome of each, in words. */
const Warnings = ({ state: { now, trouble, refusal }, newest, lastDrill }: StandingProps) => {
  const old = newest !== undefined && Date.parse(now) - Date.parse(newest.made_at) > BACKUP_OLD_HOURS * MS_PER_HOUR
  const age = newest === undefined ? null : words.newest(ageBetween(newest.made_at, now))
  return (
    <>
      {refusal !== null && <ToneAlert tone="warning" mb={12}>{`${refusal}.`}</ToneAlert>}
      {trouble !== null && (
        <ToneAlert tone="danger" mb={12}>
          {trouble}
        </ToneAlert>
      )}
      {age !== null && old && (
        <ToneAlert tone="warning" mb={12}>
          {age}
        </ToneAlert>
      )}
      {age !== null && !old && <p className={classes['text']}>{age}</p>}
      {lastDrill !== undefined && <LastDrill drill={lastDrill} now={now} />}
    </>
  )
}

const LastDrill = ({ drill: { at, trouble }, now }: { drill: BackupDrill; now: string }) => {
  const age = ageBetween(at, now)
  if (trouble === null) return <p className={classes['text']}>{words.lastDrill(age)}</p>
  return (
    <ToneAlert tone="danger" mb={12}>
      {words.lastDrillFailed(age, trouble)}
    </ToneAlert>
  )
}

const Asking = ({ state: { waiting }, some }: { state: BackupState; some: boolean }) => {
  const may = useCan()(CREATE_BACKUP)
  if (!may) return null
  const ask = async (endpoint: typeof api.backups.create): Promise<void> => {
    try {
      await client.call(endpoint)
    } catch (error) {
      announceFailure(error, words.failed)
    }
    backupsChanged()
  }
  return (
    <Group gap="xs">
      {some && (
        <Button variant="default" disabled={waiting.drill !== null} onClick={() => void ask(api.backupDrills.create)}>
          {words.drillNow}
        </Button>
      )}
      <Button disabled={waiting.backup !== null} onClick={() => void ask(api.backups.create)}>
        {words.backUpNow}
      </Button>
    </Group>
  )
}
