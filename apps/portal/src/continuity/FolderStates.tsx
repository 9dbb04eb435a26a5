import { type ContinuityFolder, type ContinuityState, PACK_OLD_MINUTES } from '@ambit/contract'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './continuity.module.css'
import { minutesBetween } from './age.ts'
import { continuityStrings as words } from './strings.ts'

type Props = { state: ContinuityState; region: number | null }

/** Where packs are written, who can read them there, and what is wrong. */
export const FolderStates = ({ state, region }: Props) => {
  const { folders, trouble, encrypted } = state
  const told = folders.flatMap(({ trouble: one }) => (one === null ? [] : [one]))
  const regions = state.regions.filter(({ id }) => region === null || id === region)
  return (
    <>
      {trouble !== null && !told.includes(trouble) && (
        <ToneAlert tone="danger">
          <p className={classes['line']}>{trouble}</p>
        </ToneAlert>
      )}
      {folders.map((folder) => (
        <FolderTrouble key={folder.path} folder={folder} regions={regions} now={state.now} />
      ))}
      {folders.length > 0 && (
        <section className="card" aria-labelledby="continuity-folders">
          <h2 id="continuity-folders" className={classes['heading']}>
            {words.folders}
          </h2>
          <ul className={classes['folders']}>
            {folders.map(({ path, readers, trouble: one }) => (
              <li key={path}>
                <code>{path}</code> {one === null && words.readers[readers ?? 'unknown']}
              </li>
            ))}
          </ul>
          <p className={classes['note']}>{encrypted ? words.isEncrypted : words.isOpen}</p>
        </section>
      )}
    </>
  )
}

type TroubleProps = { folder: ContinuityFolder; regions: ContinuityState['regions']; now: string }

const FolderTrouble = ({ folder, regions, now }: TroubleProps) => {
  if (folder.trouble !== null)
    return (
      <ToneAlert tone="danger">
        <p className={classes['line']}>{folder.trouble}</p>
      </ToneAlert>
    )
  const late = regions.flatMap(({ id, name }) => {
    const written = folder.newest.find(({ region_id }) => region_id === id)?.written_at ?? null
    if (written === null) return [words.missing(name)]
    const age = minutesBetween(written, now)
    return age <= PACK_OLD_MINUTES ? [] : [words.old(name, words.ago(age))]
  })
  if (late.length === 0) return null
  return (
    <ToneAlert tone="warning" title={words.oldIn(folder.path)}>
      <ul className={classes['late']}>
        {late.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </ToneAlert>
  )
}
