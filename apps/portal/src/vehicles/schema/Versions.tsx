import type { Schema } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useFormat } from '../../settings/format.ts'
import { StageTag } from './StageTag.tsx'
import { fieldCount } from './draft.ts'
import shared from './schema.module.css'
import classes from './Versions.module.css'
import { schemaStrings as words } from './strings.ts'

type Props = { versions: readonly Schema[]; onBringBack: (schema: Schema) => void }

/** What was saved when and by whom; any of it can come back as the next version. */
export const Versions = ({ versions, onBringBack }: Props) => {
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <aside className={`card ${classes['versions'] ?? ''}`} aria-label={words.versions}>
      <h2 className={classes['versionsTitle']}>{words.versions}</h2>
      <ol className={shared['versionList']}>
        {versions.map((schema, at) => (
          <li key={schema.id}>
            <p className={classes['versionHead']}>
              {words.version(schema.version, format.dateTime(schema.created_at))}
              {schema.created_by_name !== null && words.by(schema.created_by_name)}
            </p>
            <p className={shared['key']}>{words.summary(schema.stages.length, fieldCount(schema.stages))}</p>
            <p className={classes['versionStages']}>
              {schema.stages.map((stage) => (
                <StageTag key={stage.key} stage={stage} />
              ))}
            </p>
            {at === 0 ? (
              <span className={shared['key']}>{words.today}</span>
            ) : (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={words.bringBackVersion(schema.version)}
                onClick={() => onBringBack(schema)}
              >
                {words.bringBack}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </aside>
  )
}
