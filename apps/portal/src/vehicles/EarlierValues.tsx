import type { Schema, Vehicle } from '@ambit/contract'
import { earlierValues, leavesOf } from '@ambit/domain'
import { completedKey, type SchemaField, type SchemaStage } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ViewField } from '../form/fields.tsx'
import formClasses from '../form/form.module.css'
import { ErrorState } from '../ui/ErrorState.tsx'
import { attributeText } from './attribute-text.ts'
import { schemaVersionsQuery } from './schema/queries.ts'
import { vehicleStrings as words } from './strings.ts'
import classes from './vehicles.module.css'

type Known = { label: string; field: Pick<SchemaField, 'type' | 'options'>; version: number }

/** What a path was called in the newest version that had it. */
export const knownIn = (versions: readonly Schema[], path: readonly string[]): Known | null => {
  const key = path.join('.')
  for (const { version, stages } of versions)
    for (const stage of stages) {
      if (completedKey(stage.key) === key)
        return { label: `${stage.label}: ${words.stageCompleted}`, field: { type: 'boolean', options: [] }, version }
      const leaf = leavesOf(stage).find((candidate) => candidate.path.join('.') === key)
      if (leaf !== undefined) return { label: leaf.labels.join(': '), field: leaf.field, version }
    }
  return null
}

type Props = { vehicle: Vehicle; stages: readonly SchemaStage[] }

/** Values of fields that the schema of today does not have: to be read, not to be changed. */
export const EarlierValues = ({ vehicle, stages }: Props) => {
  const versions = useQuery(schemaVersionsQuery)
  if (versions.isPending) return <Skeleton h={80} />
  if (versions.data === undefined) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  const values = earlierValues(stages, vehicle.extra_attributes)
  return (
    <>
      <p className={classes['explained']}>{words.earlierText}</p>
      <dl className={formClasses['fields']} aria-label={words.earlier}>
        {values.map(({ path, value }) => {
          const known = knownIn(versions.data, path)
          const text = attributeText(known?.field ?? { type: 'text', options: [] }, value)
          return (
            <ViewField key={path.join('.')} label={known?.label ?? path.join(': ')}>
              {text}
              {known !== null && <span className={classes['from']}> · {words.earlierVersion(known.version)}</span>}
            </ViewField>
          )
        })}
      </dl>
    </>
  )
}
