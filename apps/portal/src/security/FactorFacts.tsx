import { useFormat } from '../settings/format.ts'
import classes from './security.module.css'
import { securityStrings as words } from './strings.ts'

/** What a factor is called, when it was added and last used. */
export const FactorFacts = ({ name, added, used }: { name: string; added: string; used: string | null }) => {
  const format = useFormat()
  return (
    <div>
      <strong className={classes['name']}>{name}</strong>
      <p className={classes['facts']}>
        <span>
          {words.added} <time dateTime={added}>{format.dateTime(added)}</time>
        </span>
        {used !== null && (
          <span>
            {words.lastUsed} <time dateTime={used}>{format.dateTime(used)}</time>
          </span>
        )}
      </p>
    </div>
  )
}
